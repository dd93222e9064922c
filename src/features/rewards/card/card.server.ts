import { sql } from 'kysely'
import type { RefusedRow, RowRefusal } from '#contract/bulk.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { contains, paginate, sortOf } from '#server/record/list.ts'
import { runOrTry } from '#server/record/trial.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { keyedDigest, keyFingerprint, encrypt, decrypt } from '#server/vault/vault.ts'
import { cardStockLedger, otherBankLedger } from '#features/wallets/money.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { cards, cardStatus, max_cards, type CardBatchRow } from './card.contract.ts'
import { is_free, lockCardStock } from './give-cards.server.ts'
import type * as z from 'zod/mini'

const { free, given, expired } = cardStatus

/** SQL for the state of card `c` today: a free card whose day has passed is expired. */
const stateOf = sql<
  (typeof cardStatus)[keyof typeof cardStatus]
>`case when c.status = ${sql.lit(free)} and c.expires_on < current_date
  then ${sql.lit(expired)} else c.status end`

export default serve(cards, {
  batches: ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = db
      .selectFrom(countedBatches(db, me).as('b'))
      .select([
        'b.batch_id',
        'b.batch_code',
        'b.issuer',
        'b.face_value',
        'b.card_count',
        'b.free_count',
        sql<number>`b.free_count * b.face_value`.as('free_value'),
        'b.given_count',
      ])
      .select(['b.expired_count', 'b.first_expires_on', 'b.created_by_name', 'b.created_at'])
      .where(contains('b.search', input.keyword))
      .$if(input.face_value != null, (q) => q.where('b.face_value', '=', input.face_value!))
      .orderBy(sql.ref(`b.${column}`), direction)
      .orderBy('b.batch_id', direction)
    return paginate(db, query, input, ['card_count', 'free_count', 'free_value', 'given_count', 'expired_count'])
  },

  list: ({ db, me, input }) => {
    const { batch_id, status, keyword } = input
    const [column, direction] = sortOf(input.sort, 'expires_on')
    const query = db
      .selectFrom('card as c')
      .innerJoin('card_batch as b', 'b.batch_id', 'c.batch_id') // unscoped: only the batch of a card within the scope
      .leftJoin('reward as r', 'r.reward_id', 'c.reward_id') // unscoped: only the winner of a card within the scope
      .select(['c.card_id', 'c.batch_id', 'c.card_serial', 'b.issuer', 'b.face_value', 'c.expires_on'])
      .select([stateOf.as('status'), 'c.reward_id', 'r.reward_code', 'r.full_name', 'c.given_at'])
      .where(within(me, 'card', 'c'))
      .where(contains('c.search', keyword))
      .$if(batch_id != null, (q) => q.where('c.batch_id', '=', batch_id!))
      .$if(status != null, (q) => q.where(sql<boolean>`${stateOf} = ${status}`))
      .orderBy(sql.ref(`c.${column}`), direction)
      .orderBy('c.card_id', direction)
    return paginate(db, query, input, ['face_value'])
  },

  stock: async ({ db, me }) => {
    const { rows } = await sql<{ face_value: number; free_count: number; expiring_count: number }>`
      select b.face_value, count(*) filter (where ${is_free}) as free_count,
        count(*) filter (where ${is_free} and c.expires_on < current_date + 30) as expiring_count
      from card c join card_batch b using (batch_id) where ${within(me, 'card', 'c')} group by 1 order by 1`.execute(db)
    return { items: rows }
  },

  import: importCards,

  reveal: async ({ db, me, input: { card_id }, fail }) => {
    const [card] = await sealedCards(db, me).where('c.card_id', '=', card_id).execute()
    if (!card) return fail('not_found')
    if (card.key_mark !== keyFingerprint()) fail('action_invalid', { message: other_key })
    const { card_serial, expires_on } = card
    return { card_id, card_serial, expires_on, card_number: decrypt(card.sealed, card_serial) }
  },

  takeOut: async ({ db, me, input: { batch_id }, fail }) => {
    const rows = await sealedCards(db, me).where('c.batch_id', '=', batch_id).orderBy('c.card_id').execute()
    if (rows.length === 0) fail('not_found')
    if (rows.some(({ key_mark }) => key_mark !== keyFingerprint())) fail('action_invalid', { message: other_key })
    return {
      rows: rows.map(({ card_serial, sealed, expires_on }) => ({
        cardSerial: card_serial,
        cardNumber: decrypt(sealed, card_serial),
        exprieDate: expires_on,
      })),
    }
  },
})

const other_key = 'Mã thẻ này được mã hóa bằng khóa khác với khóa của máy chủ (CARD_KEY).'

function sealedCards(db: Db, me: Me) {
  return db
    .selectFrom('card as c')
    .innerJoin('card_batch as b', 'b.batch_id', 'c.batch_id') // unscoped: only the batch of a card within the scope
    .select(['c.card_serial', 'c.sealed', 'c.expires_on', 'b.key_mark'])
    .where(within(me, 'card', 'c'))
}

function countedBatches(db: Db, me: Me) {
  return db
    .selectFrom('card_batch as b')
    .leftJoin('card as c', 'c.batch_id', 'b.batch_id') // unscoped: the batch is within the scope
    .leftJoin('app_user as u', 'u.user_id', 'b.created_by') // unscoped: only a name
    .select(['b.batch_id', 'b.batch_code', 'b.issuer', 'b.face_value', 'b.created_at', 'b.search'])
    .select((eb) => [
      'u.user_name as created_by_name',
      eb.fn.count<number>('c.card_id').as('card_count'),
      sql<number>`count(*) filter (where ${is_free})`.as('free_count'),
      sql<number>`count(*) filter (where c.status = ${sql.lit(given)})`.as('given_count'),
      sql<number>`count(*) filter (where ${stateOf} = ${sql.lit(expired)})`.as('expired_count'),
      sql<string | null>`min(c.expires_on) filter (where ${is_free})`.as('first_expires_on'),
    ])
    .where(within(me, 'card_batch', 'b'))
    .groupBy(['b.batch_id', 'u.user_name'])
}

type ImportCall = Context<typeof cards.import>
type Row = z.output<typeof CardBatchRow>

async function importCards({ db, me, input, fail }: ImportCall) {
  if (!isHeadOffice(me)) fail('no_right')
  await lockCardStock(db)
  const other = await db
    .selectFrom('card_batch') // unscoped: the stock is of the whole business
    .select('batch_id')
    .where('key_mark', '<>', keyFingerprint())
    .limit(1)
    .executeTakeFirst()
  if (other) fail('action_invalid', { message: `Kho đã có thẻ của khóa khác. ${other_key}` })
  return runOrTry(db, input.dry_run, async () => {
    const batch_id = input.batch_id == null ? await createBatch(db, me, input) : await lockOwn(db, me, input, fail)
    const { refused, same, added } = await addCards(db, batch_id, input.rows)
    const { count } = await db
      .selectFrom('card') // unscoped: the batch is locked
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('batch_id', '=', batch_id)
      .executeTakeFirstOrThrow()
    if (count > max_cards) fail('action_invalid', { message: `Một lô có nhiều nhất ${numberText(max_cards)} thẻ.` })
    // The cards were bought from an account of the business; the bank's statement has the debit.
    if (added > 0)
      await transfer(db, {
        ref: `cards:${batch_id}:${count}`,
        kind: 'fund_movement',
        from: await cardStockLedger(db),
        to: await otherBankLedger(db),
        amount: added * input.face_value,
        reason: `Nhập ${added} thẻ ${input.issuer}`,
      })
    // An empty batch is deleted.
    if (count === 0) await db.deleteFrom('card_batch').where('batch_id', '=', batch_id).execute() // unscoped: its own
    return { refused, same, batch_id: count === 0 || input.dry_run ? null : batch_id }
  })
}

async function createBatch(db: Db, me: Me, { issuer, face_value }: ImportCall['input']): Promise<number> {
  const { batch_id } = await db
    .insertInto('card_batch') // unscoped: a new batch of the head office
    .values({ issuer, face_value, key_mark: keyFingerprint(), created_by: me.user_id })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  return batch_id
}

/** Locks the batch for a further part of a file, which must be by the same person and of the same issuer and value. */
async function lockOwn(db: Db, me: Me, input: ImportCall['input'], fail: ImportCall['fail']): Promise<number> {
  const batch = await db
    .selectFrom('card_batch')
    .select(['batch_id', 'created_by', 'issuer', 'face_value'])
    .where('batch_id', '=', input.batch_id!)
    .where(within(me, 'card_batch'))
    .executeTakeFirst()
  if (!batch) return fail('not_found')
  if (batch.created_by !== me.user_id) fail('action_invalid', { message: 'Chỉ người nhập lô thêm được thẻ vào lô.' })
  if (batch.issuer !== input.issuer || batch.face_value !== input.face_value)
    fail('action_invalid', { message: 'Lô này có nhà phát hành hoặc mệnh giá khác.' })
  return batch.batch_id
}

/** Adds the rows in the order of the file; cards that are already in stock or expired are not added. */
async function addCards(db: Db, batch_id: number, rows: readonly Row[]) {
  const { rows: now } = await sql<{ today: string }>`select current_date as today`.execute(db)
  const digests = rows.map(({ cardNumber }) => keyedDigest(cardNumber))
  const { rows: stored_cards } = await sql<{ card_serial: string; digest: string; batch_code: string }>`
    select c.card_serial, encode(c.number_digest, 'hex') as digest, b.batch_code from card c join card_batch b using (batch_id) -- unscoped: of the stock as a whole
    where c.card_serial = any(${rows.map(({ cardSerial }) => cardSerial)}::text[])
      or c.number_digest = any(${digests.map((digest) => `\\x${digest.toString('hex')}`)}::bytea[])`.execute(db)
  const by_serial = new Map(stored_cards.map((card) => [card.card_serial, card]))
  const by_digest = new Map(stored_cards.map((card) => [card.digest, card]))
  const [refused, unchanged_rows, new_cards]: [RefusedRow[], number[], object[]] = [[], [], []]
  for (const [index, { cardSerial, cardNumber, exprieDate }] of rows.entries()) {
    const digest = digests[index]!.toString('hex')
    const [serial, number] = [by_serial.get(cardSerial), by_digest.get(digest)]
    const refusal = whyNotAdded({ exprieDate, today: now[0]!.today, serial, number })
    if (serial && serial.digest === digest) unchanged_rows.push(index)
    else if (refusal) refused.push({ index, ...refusal })
    else {
      const card = { card_serial: cardSerial, digest, batch_code: 'này' }
      by_serial.set(cardSerial, card)
      by_digest.set(digest, card)
      new_cards.push({
        card_serial: cardSerial,
        digest,
        sealed: encrypt(cardNumber, cardSerial).toString('hex'),
        expires_on: exprieDate,
      })
    }
  }
  await sql`
    insert into card (batch_id, card_serial, sealed, number_digest, expires_on)
    select ${batch_id}, card_serial, decode(sealed, 'hex'), decode(digest, 'hex'), expires_on
    from jsonb_to_recordset(${JSON.stringify(new_cards)}::jsonb) x (card_serial text, sealed text, digest text, expires_on date)`.execute(
    db,
  )
  return { refused, same: unchanged_rows, added: new_cards.length }
}

interface StockCard {
  digest: string
  batch_code: string
}

/** Why a card is not added; the sentence never has its number. */
function whyNotAdded({
  exprieDate,
  today,
  serial,
  number,
}: {
  exprieDate: string
  today: string
  serial: StockCard | undefined
  number: StockCard | undefined
}): RowRefusal | null {
  if (serial)
    return {
      field: 'cardSerial',
      error: `Serial này đã có trong lô ${serial.batch_code} với mã khác.`,
      fix: 'Kiểm tra lại serial',
    }
  if (number)
    return {
      field: 'cardNumber',
      error: `Mã thẻ này đã có trong lô ${number.batch_code} dưới serial khác.`,
      fix: 'Kiểm tra lại mã thẻ',
    }
  if (exprieDate < today) return { field: 'exprieDate', error: 'Thẻ đã hết hạn.', fix: 'Bỏ thẻ này khỏi tệp' }
  return null
}
