/** The names of the area's tables in the audit log. */
import * as z from 'zod/mini'
import type { AuditedArea } from '#contract/audited.ts'
import { rewardPushTab } from '#features/settings/pages.contract.ts'
import { moneyConfigPage } from '#features/wallets/pages.contract.ts'
import { RewardConfig } from '#features/wallets/reward-config/reward-config.contract.ts'
import { AccountCheck, AccountCheckItem } from './account-check/account-check.contract.ts'
import { RewardBatch } from './batch/batch.contract.ts'
import { Card, CardBatch } from './card/card.contract.ts'
import { accountCheckPage, cardPage, claimPage, rewardBatchPage, rewardPage } from './pages.contract.ts'
import { ClaimDetail } from './claim/claim.contract.ts'
import { PushConfig } from './push-config/push-config.contract.ts'
import { RewardDetail, RewardNote } from './reward/reward.contract.ts'

export const rewardRecords: AuditedArea = {
  tables: {
    reward: {
      title: 'Giải thưởng',
      row: RewardDetail,
      naming: { key: 'reward_id', column: 'reward_code', is_large: true },
      shown: { may: [rewardPage.view, rewardBatchPage.view], key: 'reward_id', is_scoped: true },
    },
    reward_batch: {
      title: 'Lô trả thưởng',
      row: RewardBatch,
      naming: { key: 'batch_id', column: 'batch_code' },
      opened: { page: rewardBatchPage, key: 'batch' },
      shown: { may: [rewardBatchPage.view], key: 'batch_id', is_scoped: true },
    },
    account_check: {
      title: 'Lô kiểm tra tài khoản',
      row: AccountCheck,
      naming: { key: 'batch_id', column: 'batch_code' },
      opened: { page: accountCheckPage, key: 'batch' },
      shown: { may: [accountCheckPage.view], key: 'batch_id', is_scoped: true },
    },
    account_check_item: {
      title: 'Tài khoản trong lô kiểm tra',
      row: AccountCheckItem,
      shown: { may: [accountCheckPage.view], key: 'item_id', is_scoped: true },
    },
    card_batch: { title: 'Lô thẻ', row: CardBatch, naming: { key: 'batch_id', column: 'batch_code' } },
    card: {
      title: 'Thẻ trả trước',
      row: Card,
      shown: { may: [cardPage.view], key: 'card_id', is_scoped: true },
    },
    reward_claim: {
      title: 'Lượt nhận thưởng tại quầy',
      row: ClaimDetail,
      naming: { key: 'claim_id', column: 'claim_code', is_large: true },
      opened: { page: claimPage, key: 'claim' },
      shown: { may: [claimPage.view], key: 'claim_id', is_scoped: true },
    },
    reward_note: { title: 'Ghi chú trả thưởng', row: RewardNote },
    reward_form: { title: 'Quy tắc nhận thưởng', naming: { key: 'reward_form_id', column: 'form_name' } },
    reward_config: {
      title: 'Cấu hình trả thưởng',
      row: z.object({ ...PushConfig.shape, ...RewardConfig.shape }),
      shown: { may: [...rewardPushTab.view, moneyConfigPage.view], key: 'only_row' },
    },
  },
  columns: {
    reward_id: { kind: 'id', label: 'Giải thưởng' },
    reward_form_id: { kind: 'id', label: 'Quy tắc' },
    source_id: { kind: 'id', label: 'Nguồn tiền' },
    try_count: { kind: 'count', label: 'Số lần đẩy' },
    key_mark: { kind: 'text', label: 'Dấu của khóa' },
    sealed: { kind: 'secret', label: 'Mã thẻ' },
    number_digest: { kind: 'secret', label: 'Dấu của mã thẻ' },
    hand_status: { kind: 'count', label: 'Trạng thái đề nghị' },
    reminded_by: { kind: 'id', label: 'Người báo khách' },
    hand_by: { kind: 'id', label: 'Người đề nghị' },
    hand_note: { kind: 'text', label: 'Lý do đề nghị' },
  },
}
