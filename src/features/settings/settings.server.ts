import type { Area } from '#server/area.ts'
import { alarmCronJob, alarmJobs } from './alarm/alarm.jobs.ts'
import alarms from './alarm/alarm.server.ts'
import alarmConfigs from './alarm/alarm-config.server.ts'
import { alarmsFingerprint } from './alarm/alarms-fingerprint.server.ts'
import config from './config/config.server.ts'
import kenoResults from './keno-result/keno-result.server.ts'
import lotteries from './lottery/lottery.server.ts'
import maxRevenues from './max-revenue/max-revenue.server.ts'
import orderLimits from './order-limit/order-limit.server.ts'
import orderPrices from './order-price/order-price.server.ts'
import orderTimes from './order-time/order-time.server.ts'
import paymentFeeGates from './payment-fee-gate/payment-fee-gate.server.ts'
import paymentSources from './payment-source/payment-source.server.ts'
import paymentVendors from './payment-vendor/payment-vendor.server.ts'
import productDisplays from './product-display/product-display.server.ts'
import resultConfigs from './result-config/result-config.server.ts'
import groupPrices from './sale-group/group-price.server.ts'
import { productGroups, saleGroupPayments, saleGroups } from './sale-group/sale-group.server.ts'

export default {
  services: [
    paymentVendors,
    config,
    kenoResults,
    lotteries,
    orderTimes,
    orderLimits,
    paymentSources,
    paymentFeeGates,
    productDisplays,
    alarmConfigs,
    alarms,
    saleGroups,
    saleGroupPayments,
    productGroups,
    groupPrices,
    orderPrices,
    maxRevenues,
    resultConfigs,
  ],
  fingerprints: { alarms: alarmsFingerprint },
  queuedJobs: alarmJobs,
  cronJobs: (context, enqueue) => [alarmCronJob(context, enqueue)],
} satisfies Area
