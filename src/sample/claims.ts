/**
 * The sample's claims: winners who brought their tickets to the counter, as recorded by the accountant.
 * unscoped: the sample's own
 */
import { createHash } from 'node:crypto'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { keepPicture, type FileStore } from '#server/files/files.ts'
import { rasterizeSvg } from '#server/files/picture.ts'
import { claim_folder, claims, payMethod } from '#features/rewards/claim/claim.contract.ts'
import claimService from '#features/rewards/claim/claim.server.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { actAs, type SamplePerson } from './act.ts'

/** Number of winners who have claimed a prize that is paid at a counter. */
const max_claims = 4

/**
 * Records claims with photos for the newest rewards that wait for their winner at the counter, each in a transaction of
 * its own; rewards that cannot be claimed are left out.
 */
export async function addClaims(main: Db, files: FileStore, clerk: SamplePerson): Promise<void> {
  const waiting = await main
    .selectFrom('reward')
    .select(['reward_code', 'full_name'])
    .where('form', '=', rewardForm.counter)
    .where('status', '=', rewardStatus.waiting)
    // Leaves out the oldest reward, which expires unclaimed.
    .orderBy('reward_id', 'desc')
    .limit(max_claims)
    .execute()
  for (const { reward_code, full_name } of waiting)
    await asProgram(main, 'Nạp dữ liệu mẫu', async (db) => {
      const act = actAs(db, claimService, clerk)
      const { items } = await act(claims.find, { keyword: reward_code })
      const prize = items.find((candidate) => candidate.reward_code === reward_code)
      if (!prize || prize.why_not !== null || prize.lines.length === 0) return
      const { reward_id, lines, open_date, msisdn, needs_papers } = prize
      const photo = (caption: string) =>
        photoOf(db, files, { caption, number: lines[0]!.numbers, reward_id, uploader: clerk })
      await act(claims.create, {
        reward_id,
        papers: lines,
        paper_date: open_date,
        is_whole: true,
        full_name: full_name ?? 'Khách lẻ',
        msisdn,
        pay_method: payMethod.cash,
        ticket_front: await photo('Mặt trước vé'),
        ticket_back: await photo('Mặt sau vé'),
        ...(needs_papers && {
          id_number: '079088001234',
          id_front: await photo('Giấy tờ, mặt trước'),
          id_back: await photo('Giấy tờ, mặt sau'),
        }),
      })
    })
}

interface Photo {
  caption: string
  number: string
  reward_id: number
  uploader: SamplePerson
}

/** A placeholder drawing instead of a photo, labelled as such. */
async function photoOf(db: Db, files: FileStore, { caption, number, reward_id, uploader }: Photo): Promise<string> {
  const picture = await rasterizeSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500" font-family="sans-serif" text-anchor="middle">
       <rect width="900" height="500" fill="#fef3c7"/><rect x="24" y="24" width="852" height="452" rx="18" fill="none" stroke="#b45309" stroke-width="6"/>
       <text x="450" y="150" font-size="46" fill="#78350f">${caption} (hình mẫu)</text>
       <text x="450" y="310" font-size="110" font-weight="700" letter-spacing="12" fill="#7c2d12">${number}</text></svg>`,
  )
  const mark = createHash('sha256').update(`${caption} ${reward_id}`).digest('hex').slice(0, 16)
  return keepPicture(db, files, { path: `${claim_folder}/mau-${mark}.webp`, picture, created_by: uploader.user_id })
}
