import { depositBankPage, mbAccountPage, rewardBankPage } from '#features/partners/pages.contract.ts'
import { accountCheckPage, cardPage, claimPage, rewardBatchPage, rewardPage } from '#features/rewards/pages.contract.ts'
import type { Area } from '#server/area.ts'
import { closeDepositsJob } from './deposit/deposit.jobs.ts'
import deposits from './deposit/deposit.server.ts'
import {
  adjustmentsFingerprint,
  depositsFingerprint,
  funds_fingerprint,
  withdrawalsFingerprint,
} from './fingerprints.server.ts'
import { fundCronJob, fundJobs } from './fund/fund.jobs.ts'
import funds from './fund/fund.server.ts'
import limits from './limit/limit.server.ts'
import moneyConfig from './money-config/money-config.server.ts'
import {
  bankWithdrawalPage,
  depositPage,
  fundHistoryPage,
  fundPage,
  momoWithdrawalPage,
  moneyConfigPage,
  walletHistoryPage,
  walletPage,
} from './pages.contract.ts'
import { reconciliationCronJob, reconciliationJobs } from './reconciliation/reconciliation.jobs.ts'
import reconciliations from './reconciliation/reconciliation.server.ts'
import rewardConfigs from './reward-config/reward-config.server.ts'
import { statementJobs } from './statement/statement.jobs.ts'
import statement from './statement/statement.server.ts'
import wallets from './wallet/wallet.server.ts'
import { walletSearch } from './wallet/wallet-search.server.ts'
import { queryOpenJob, withdrawalJobs } from './withdrawal/withdrawal.jobs.ts'
import withdrawals from './withdrawal/withdrawal.server.ts'

export default {
  menu: [
    {
      title: 'Ví & trả thưởng',
      icon: 'wallet',
      pages: [
        walletPage,
        walletHistoryPage,
        depositPage,
        bankWithdrawalPage,
        momoWithdrawalPage,
        rewardPage,
        claimPage,
        rewardBatchPage,
        accountCheckPage,
        cardPage,
        fundPage,
        fundHistoryPage,
        moneyConfigPage,
        depositBankPage,
        rewardBankPage,
        mbAccountPage,
      ],
    },
  ],
  services: [rewardConfigs, withdrawals, wallets, deposits, statement, moneyConfig, limits, funds, reconciliations],
  search: [walletSearch],
  fingerprints: {
    deposits: depositsFingerprint,
    withdrawals: withdrawalsFingerprint,
    adjustments: adjustmentsFingerprint,
    funds: funds_fingerprint,
  },
  queuedJobs: (context) => [...withdrawalJobs(context), ...fundJobs(context), ...reconciliationJobs(context)],
  cronJobs: (context, enqueue) => [
    queryOpenJob(context, enqueue),
    fundCronJob(context),
    reconciliationCronJob(context, enqueue),
    closeDepositsJob(context),
    ...statementJobs(context),
  ],
} satisfies Area
