/** Photos of customers' tickets and of faults: visible to people who may see the order, and to the person who uploaded them. */
import type { PrivateFolder } from '#server/files/private-files.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { heldPage, onlinePage, refundPage, transactionPage } from '#features/orders/pages.contract.ts'
import { findOrder } from './order.query.server.ts'

const may = [transactionPage.view, onlinePage.view, heldPage.view, refundPage.view]

const seesOrder = async (db: Db, me: Me, order_id: number) => (await findOrder(db, me, order_id)) !== undefined

async function isOwn(db: Db, me: Me, path: string): Promise<boolean> {
  const file = db.selectFrom('stored_file').select('path').where('path', '=', path).where('created_by', '=', me.user_id)
  return (await file.executeTakeFirst()) !== undefined
}

export const order_pictures: readonly PrivateFolder[] = [
  {
    name: 'order',
    may,
    canSee: async (db, me, path) => {
      const owner = await db.selectFrom('order_photo').select('order_id').where('image', '=', path).executeTakeFirst()
      return owner ? seesOrder(db, me, owner.order_id) : isOwn(db, me, path)
    },
  },
  {
    name: 'report',
    may,
    canSee: async (db, me, path) => {
      const order_id = /^report\/bao-loi-(\d+)-/.exec(path)?.[1]
      return order_id !== undefined && seesOrder(db, me, Number(order_id))
    },
  },
]
