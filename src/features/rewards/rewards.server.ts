import type { Area } from '#server/area.ts'
import { rewardBatch } from './batch/batch.contract.ts'
import { accountCheck } from './account-check/account-check.contract.ts'
import { accountCheckJobs, accountCheckResumeJob } from './account-check/account-check.jobs.ts'
import accountChecks from './account-check/account-check.server.ts'
import { batchJobs, tendBatchesJob } from './batch/batch.jobs.ts'
import batches from './batch/batch.server.ts'
import cards from './card/card.server.ts'
import { claimPictures } from './claim/claim-pictures.server.ts'
import claims from './claim/claim.server.ts'
import { missingRewardsJob, rewardJobs } from './reward/reward.jobs.ts'
import deadlines from './deadline/deadline.server.ts'
import { expireRewardsJob } from './deadline/expire-rewards.jobs.ts'
import { autoPushJob, pushJobs, queryOpenRewardsJob } from './push/push.jobs.ts'
import prizeTax from './prize-tax/prize-tax.server.ts'
import pushConfigs from './push-config/push-config.server.ts'
import pushes from './push/push.server.ts'
import rewardForms from './reward-form/reward-form.server.ts'
import rewards from './reward/reward.server.ts'
import { rewardsFingerprint } from './reward/rewards-fingerprint.server.ts'
import { accountCheckPage, rewardBatchPage } from './pages.contract.ts'

/** Its pages are in the menu group of the wallets. */
export default {
  services: [rewards, rewardForms, pushConfigs, pushes, deadlines, claims, batches, accountChecks, cards, prizeTax],
  quickActs: [
    { page: rewardBatchPage, call: rewardBatch.create },
    { page: accountCheckPage, call: accountCheck.create },
  ],
  fingerprints: { rewards: rewardsFingerprint },
  privateFolders: [claimPictures],
  queuedJobs: (context) => [
    ...rewardJobs(context),
    ...pushJobs(context),
    ...batchJobs(context),
    ...accountCheckJobs(context),
  ],
  cronJobs: (context, enqueue) => [
    missingRewardsJob(context, enqueue),
    queryOpenRewardsJob(context, enqueue),
    autoPushJob(context, enqueue),
    expireRewardsJob(context),
    tendBatchesJob(context, enqueue),
    accountCheckResumeJob(context, enqueue),
  ],
} satisfies Area
