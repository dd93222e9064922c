/** Photos of tickets and identity papers: visible to people who may see claims, and to the uploader until the claim is created. */
import type { PrivateFolder } from '#server/files/private-files.ts'
import { claimPage } from '#features/rewards/pages.contract.ts'
import { claim_folder } from './claim.contract.ts'
import { findClaim } from './claim.query.server.ts'

export const claimPictures: PrivateFolder = {
  name: claim_folder,
  may: [claimPage.view, claimPage.add],
  canSee: async (db, me, path) => {
    const owner = await db
      .selectFrom('reward_claim_photo')
      .select('claim_id')
      .where('image', '=', path)
      .executeTakeFirst()
    if (owner) return (await findClaim(db, me, owner.claim_id)) !== undefined
    const file = db
      .selectFrom('stored_file')
      .select('path')
      .where('path', '=', path)
      .where('created_by', '=', me.user_id)
    return (await file.executeTakeFirst()) !== undefined
  },
}
