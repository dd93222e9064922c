import type { Area } from '#server/area.ts'
import { xsktTicket } from './xskt-ticket/xskt-ticket.contract.ts'
import { ticketImport } from './ticket-import/ticket-import.contract.ts'
import { ticketGroup } from './ticket-group/ticket-group.contract.ts'
import { baseStoreChange } from './base-store/base-store-change.contract.ts'
import baseStores from './base-store/base-store.server.ts'
import baseUsers from './base-user/base-user.server.ts'
import { calendarJob } from './draw-area/calendar.server.ts'
import drawAreas from './draw-area/draw-area.server.ts'
import {
  baseStorePage,
  groupApprovalPage,
  importApprovalPage,
  returnPage,
  stockHistoryPage,
  storeTicketPage,
  ticketGroupPage,
  ticket_menu,
  ticketPage,
  unsoldPage,
  unsoldPrizePage,
} from './pages.contract.ts'
import { imports_due, returns_due } from './slips-due.server.ts'
import { slipsFingerprint } from './slips-fingerprint.server.ts'
import stocks from './stock/stock.server.ts'
import storeRemains from './store-remain/store-remain.server.ts'
import ticketGroups from './ticket-group/ticket-group.server.ts'
import ticketImports from './ticket-import/ticket-import.server.ts'
import { sweepUploads, ticketUploadJobs } from './ticket-upload/ticket-upload.jobs.ts'
import { returnConfigs, returnTerms } from './ticket-return/return-term.server.ts'
import ticketReturns from './ticket-return/ticket-return.server.ts'
import ticketUploads from './ticket-upload/ticket-upload.server.ts'
import { closeJob } from './unsold/close.jobs.ts'
import unsoldPrizes from './unsold/unsold-prize.server.ts'
import unsoldTickets from './unsold/unsold.server.ts'
import xsktTickets from './xskt-ticket/xskt-ticket.server.ts'
import { ticketSearch } from './xskt-ticket/xskt-ticket-search.server.ts'

export default {
  menu: [
    {
      title: ticket_menu,
      icon: 'ticket',
      pages: [
        ticketPage,
        storeTicketPage,
        importApprovalPage,
        ticketGroupPage,
        groupApprovalPage,
        returnPage,
        unsoldPage,
        unsoldPrizePage,
        baseStorePage,
        stockHistoryPage,
      ],
    },
  ],
  services: [
    drawAreas,
    baseStores,
    baseUsers,
    xsktTickets,
    ticketImports,
    ticketReturns,
    returnTerms,
    returnConfigs,
    ticketGroups,
    ticketUploads,
    stocks,
    storeRemains,
    unsoldTickets,
    unsoldPrizes,
  ],
  quickActs: [
    { page: ticketPage, call: xsktTicket.add },
    { page: storeTicketPage, call: ticketImport.create },
    { page: ticketGroupPage, call: ticketGroup.add },
    { page: baseStorePage, call: baseStoreChange.add },
  ],
  search: [ticketSearch],
  fingerprints: { tickets: slipsFingerprint },
  queuedJobs: ticketUploadJobs,
  cronJobs: (context) => [calendarJob(context.main), closeJob(context)],
  dues: [imports_due, returns_due],
  chores: (context) => [() => sweepUploads(context)],
} satisfies Area
