/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'
import { storeTab } from '#features/settings/pages.contract.ts'
import { BaseStore, baseStore } from './base-store/base-store.contract.ts'
import { ClosedDay, DrawArea, drawArea, weekdays } from './draw-area/draw-area.contract.ts'
import {
  baseStorePage,
  groupApprovalPage,
  importApprovalPage,
  returnPage,
  storeTicketPage,
  ticketGroupPage,
  ticketPage,
} from './pages.contract.ts'
import { Stock } from './stock/stock.contract.ts'
import { TicketGroup, TicketGroupImport } from './ticket-group/ticket-group.contract.ts'
import { TicketImport } from './ticket-import/ticket-import.contract.ts'
import { ReturnConfig, ReturnTerm } from './ticket-return/return-term.contract.ts'
import { ReturnSlip } from './ticket-return/ticket-return.contract.ts'
import { Ticket } from './xskt-ticket/ticket.contract.ts'

export const ticketRecords: AuditedArea = {
  tables: {
    base_store: {
      naming: { key: 'base_id', column: 'base_name' },
      title: 'Kho',
      row: BaseStore,
      shown: {
        may: [baseStorePage.view, ...storeTab.view],
        key: 'base_id',
        parts: [{ table: 'base_store_area', position: 1 }],
        is_scoped: true,
      },
      names: { list: baseStore.list, key: 'base_id', name: 'base_name' },
    },
    base_store_area: { title: 'Đài của kho' },
    draw_area: {
      naming: { key: 'area_id', column: 'area_name' },
      title: 'Đài quay',
      row: DrawArea,
      shown: {
        may: [baseStorePage.view],
        key: 'area_id',
        parts: [
          { table: 'draw_area_weekday', position: 1 },
          { table: 'draw_closed_day', position: 1 },
          { table: 'base_store_area', position: 2, names: { table: 'base_store', key: 'base_id', position: 1 } },
        ],
      },
      names: { list: drawArea.list, key: 'area_id', name: 'area_name' },
    },
    draw_area_weekday: { title: 'Ngày quay của đài' },
    draw_closed_day: { title: 'Ngày nghỉ của đài', row: ClosedDay },
    ticket_import: {
      naming: { key: 'ticket_import_id', column: 'import_code' },
      title: 'Phiếu nhập vé',
      row: TicketImport,
      opened: { page: storeTicketPage, search: { tab: 'slips' }, key: 'ticket_import_id' },
      shown: { may: [importApprovalPage.view, storeTicketPage.view], key: 'ticket_import_id', is_scoped: true },
    },
    ticket_group: {
      naming: { key: 'ticket_group_id', column: 'group_code' },
      title: 'Vé cặp nguyên',
      row: TicketGroup,
      shown: { may: [ticketGroupPage.view, groupApprovalPage.view], key: 'ticket_group_id', is_scoped: true },
    },
    ticket_group_import: {
      naming: { key: 'ticket_group_import_id', column: 'import_code' },
      title: 'Phiếu nhập vé cặp nguyên',
      row: TicketGroupImport,
      opened: { page: groupApprovalPage, key: 'ticket_group_import_id' },
      shown: { may: [groupApprovalPage.view], key: 'ticket_group_import_id', is_scoped: true },
    },
    xskt_ticket: {
      naming: { key: 'ticket_id', column: 'number', is_large: true },
      title: 'Vé',
      row: Ticket,
      shown: { may: [ticketPage.view], key: 'ticket_id', is_scoped: true },
    },
    stock: { title: 'Tồn kho vé', row: Stock },
    ticket_return: {
      naming: { key: 'ticket_return_id', column: 'return_code' },
      title: 'Phiếu hoàn vé',
      row: ReturnSlip,
      opened: { page: returnPage, search: { tab: 'slips' }, key: 'slip' },
      shown: { may: [returnPage.view], key: 'ticket_return_id', is_scoped: true },
    },
    return_term: {
      title: 'Điều kiện hoàn vé',
      row: ReturnTerm,
      shown: { may: [returnPage.view], key: 'return_term_id' },
    },
    return_config: { title: 'Giờ chốt hoàn vé', row: ReturnConfig, shown: { may: [returnPage.view], key: 'only_row' } },
  },
  columns: {
    base_id: { kind: 'id', label: 'Kho' },
    area_id: { kind: 'id', label: 'Đài' },
    ticket_import_id: { kind: 'id', label: 'Phiếu nhập vé' },
    ticket_group_import_id: { kind: 'id', label: 'Phiếu nhập vé cặp nguyên' },
    weekday: { kind: 'choice', label: 'Ngày quay', options: weekdays.map(([value, label]) => ({ value, label })) },
    ticket_id: { kind: 'id', label: 'Vé' },
    return_pending: { kind: 'count', label: 'SL chờ hoàn' },
    calculated_at: { kind: 'moment', label: 'Tính thưởng lúc' },
    calculated_by: { kind: 'id', label: 'Người tính thưởng' },
    close_reason: { kind: 'note', label: 'Lý do chốt' },
    counted: { kind: 'count', label: 'Số vé đếm được' },
  },
}
