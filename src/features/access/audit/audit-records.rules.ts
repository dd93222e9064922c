/** The tables whose records stand on a page: who may see the page may see their history. All others are for readers of the whole log. */
import type { Right } from '#contract/page.ts'
import { accountPage } from '#features/access/account/account.contract.ts'
import { groupPage } from '#features/access/group/group.contract.ts'
import { bannerPage } from '#features/content/banner/banner.contract.ts'
import { heldPage, onlinePage, transactionPage } from '#features/orders/pages.contract.ts'
import {
  dataPermissionPage,
  depositBankPage,
  partnerPage,
  posPage,
  rewardBankPage,
} from '#features/partners/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import {
  baseStorePage,
  groupApprovalPage,
  importApprovalPage,
  storeTicketPage,
  ticketGroupPage,
  ticketPage,
} from '#features/tickets/pages.contract.ts'
import {
  bankWithdrawalPage,
  depositPage,
  momoWithdrawalPage,
  rewardAccountPage,
  rewardConfigPage,
  walletPage,
} from '#features/wallets/pages.contract.ts'

/** Rows of a table that belong to a record of another: the record's key is one of the columns of theirs ('group_id,user_id'). */
export interface Part {
  table: string
  position: number
  /** Which column of the key names a row of another table, if one does: what is foreign there stays unseen here too. */
  names?: { table: 'app_user' | 'pos' | 'base_store'; key: 'user_id' | 'pos_id' | 'base_id'; position: number }
}

export interface ShownRecord {
  may: readonly Right[]
  key: string
  parts: readonly Part[]
  /**
   * A person who does not see every row sees the history only of those that they see, and of one that came from another agent only what
   * happened since: `owner` is the table whose rows move, found by the same key.
   */
  is_scoped?: true
  owner?: 'app_user' | 'pos'
  /** The record is of several kinds, each on pages of its own: any of these rights shows the history of that kind. */
  kinds?: { column: string; may: Readonly<Record<number, readonly Right[]>> }
}

export const shownRecords = {
  app_user: {
    may: [accountPage.view],
    key: 'user_id',
    parts: [
      { table: 'group_member', position: 2 },
      { table: 'user_page', position: 1 },
    ],
    is_scoped: true,
    owner: 'app_user',
  },
  user_group: {
    may: [groupPage.view],
    key: 'group_id',
    parts: [
      { table: 'group_member', position: 1, names: { table: 'app_user', key: 'user_id', position: 2 } },
      { table: 'group_page', position: 1 },
    ],
  },
  pos: {
    may: [posPage.view],
    key: 'pos_id',
    parts: [
      { table: 'pos_bank', position: 1 },
      { table: 'pos_device', position: 1 },
    ],
    is_scoped: true,
    owner: 'pos',
  },
  user_pos: { may: [posPage.view], key: 'user_pos_id', parts: [], is_scoped: true },
  partner: {
    may: [partnerPage.view],
    key: 'partner_id',
    parts: [{ table: 'partner_bank', position: 1 }],
    is_scoped: true,
  },
  data_scope: {
    may: [dataPermissionPage.view],
    key: 'user_id',
    parts: [
      { table: 'data_scope_group', position: 1 },
      { table: 'data_scope_pos', position: 1, names: { table: 'pos', key: 'pos_id', position: 2 } },
    ],
    is_scoped: true,
    owner: 'app_user',
  },
  bank_config: {
    may: [depositBankPage.view, rewardBankPage.view],
    key: 'bank_config_id',
    parts: [],
    is_scoped: true,
    kinds: { column: 'type', may: { 1: [depositBankPage.view], 2: [rewardBankPage.view] } },
  },
  base_store: {
    may: [baseStorePage.view],
    key: 'base_id',
    parts: [{ table: 'base_store_area', position: 1 }],
    is_scoped: true,
  },
  draw_area: {
    may: [baseStorePage.view],
    key: 'area_id',
    parts: [
      { table: 'draw_area_weekday', position: 1 },
      { table: 'draw_closed_day', position: 1 },
      { table: 'base_store_area', position: 2, names: { table: 'base_store', key: 'base_id', position: 1 } },
    ],
  },
  draw_period: { may: [periodPage.view], key: 'period_id', parts: [] },
  ticket_import: {
    may: [importApprovalPage.view, storeTicketPage.view],
    key: 'ticket_import_id',
    parts: [],
    is_scoped: true,
  },
  xskt_ticket: { may: [ticketPage.view], key: 'xsdt_ticket_id', parts: [], is_scoped: true },
  ticket_group: {
    may: [ticketGroupPage.view, groupApprovalPage.view],
    key: 'ticket_group_id',
    parts: [],
    is_scoped: true,
  },
  ticket_group_import: {
    may: [groupApprovalPage.view],
    key: 'ticket_group_import_id',
    parts: [],
    is_scoped: true,
  },
  reward_account: { may: [rewardAccountPage.view], key: 'account_id', parts: [], is_scoped: true },
  wallet_account: { may: [walletPage.view], key: 'account_id', parts: [], is_scoped: true },
  withdrawal: {
    may: [bankWithdrawalPage.view, momoWithdrawalPage.view],
    key: 'withdrawal_id',
    parts: [],
    is_scoped: true,
    kinds: { column: 'method', may: { 1: [bankWithdrawalPage.view], 2: [momoWithdrawalPage.view] } },
  },
  money_config: { may: [rewardConfigPage.view], key: 'only_row', parts: [] },
  deposit: { may: [depositPage.view], key: 'transfer_id', parts: [], is_scoped: true },
  bank_transaction: { may: [depositPage.view], key: 'bank_transaction_id', parts: [], is_scoped: true },
  sale_order: {
    may: [transactionPage.view, onlinePage.view, heldPage.view],
    key: 'order_id',
    parts: [],
    is_scoped: true,
    kinds: {
      column: 'handling',
      may: {
        0: [transactionPage.view],
        1: [transactionPage.view, onlinePage.view],
        2: [transactionPage.view, heldPage.view],
      },
    },
  },
  banner: { may: [bannerPage.view], key: 'banner_id', parts: [{ table: 'banner_vendor', position: 2 }] },
} satisfies Record<string, ShownRecord>

export type ShownTable = keyof typeof shownRecords

export function isShown(table: string): table is ShownTable {
  return Object.hasOwn(shownRecords, table)
}
