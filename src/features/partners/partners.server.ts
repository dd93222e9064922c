import type { Area } from '#server/area.ts'
import { pos } from './pos/pos.contract.ts'
import { partner } from './partner/partner.contract.ts'
import { partnerStatementPage } from '#features/close/pages.contract.ts'
import banks from './bank/bank.server.ts'
import bankConfigs from './bank-config/bank-config.server.ts'
import dataPermissions from './data-permission/data-permission.server.ts'
import locations from './location/location.server.ts'
import { dataPermissionPage, partnerPage, posPage } from './pages.contract.ts'
import discounts from './merchant-discount/merchant-discount.server.ts'
import partners from './partner/partner.server.ts'
import { partnerSearch } from './partner/partner-search.server.ts'
import posCalls from './pos/pos.server.ts'
import { posSearch } from './pos/pos-search.server.ts'
import posGroups from './pos-group/pos-group.server.ts'
import usersOfPos from './user-pos/user-pos.server.ts'

export default {
  menu: [
    {
      title: 'Điểm bán & đại lý',
      icon: 'store',
      pages: [posPage, partnerPage, partnerStatementPage, dataPermissionPage],
    },
  ],
  services: [partners, posCalls, usersOfPos, posGroups, dataPermissions, locations, banks, bankConfigs, discounts],
  quickActs: [
    { page: posPage, call: pos.add },
    { page: partnerPage, call: partner.add },
  ],
  search: [posSearch, partnerSearch],
} satisfies Area
