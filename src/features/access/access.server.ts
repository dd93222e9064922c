import type { Area } from '#server/area.ts'
import { account } from './account/account.contract.ts'
import { group } from './group/group.contract.ts'
import { systemConfigPage, system_config_tabs } from '#features/settings/pages.contract.ts'
import { accessReviewPage } from './access-review/access-review.contract.ts'
import accessReviews from './access-review/access-review.server.ts'
import { accountPage } from './pages.contract.ts'
import accounts from './account/account.server.ts'
import accountBulk from './account/account-bulk.server.ts'
import { accountSearch } from './account/account-search.server.ts'
import { accountsFingerprint } from './account/accounts-fingerprint.server.ts'
import { auditPage } from './audit/audit.contract.ts'
import audit from './audit/audit.server.ts'
import recordHistory from './audit/record-history.server.ts'
import { groupPage } from './pages.contract.ts'
import groups from './group/group.server.ts'
import { groupSearch } from './group/group-search.server.ts'
import { statusPage } from '#features/system/status/status.contract.ts'
import { jobPage } from './job/job.contract.ts'
import jobs from './job/job.server.ts'
import listViews from './list-view/list-view.server.ts'
import notificationAnswers from './notification/notification.server.ts'
import { deleteOldNotifications } from './notification/notification-due.jobs.ts'
import { notificationsFingerprint } from './notification/notifications-fingerprint.server.ts'
import secondFactor from './second-factor/second-factor.server.ts'
import factorReset from './second-factor/reset.server.ts'
import signIn from './sign-in/sign-in.server.ts'

export default {
  menu: [
    {
      title: 'Hệ thống',
      icon: 'settings',
      pages: [
        accountPage,
        groupPage,
        accessReviewPage,
        systemConfigPage,
        ...system_config_tabs,
        auditPage,
        jobPage,
        statusPage,
      ],
    },
  ],
  services: [
    signIn,
    secondFactor,
    factorReset,
    accounts,
    accessReviews,
    accountBulk,
    groups,
    audit,
    recordHistory,
    jobs,
    listViews,
    notificationAnswers,
  ],
  quickActs: [
    { page: accountPage, call: account.add },
    { page: groupPage, call: group.add },
  ],
  search: [accountSearch, groupSearch],
  fingerprints: { accounts: accountsFingerprint, notifications: notificationsFingerprint },
  chores: ({ main }) => [() => deleteOldNotifications(main)],
} satisfies Area
