/** Several reads in one request: each is made and answered as if it had come alone. */
export const reads_path = '/api/xs/management/cms/reads'

/** More than these come in requests of their own. */
export const most_reads = 50

/** One of them: the call by its name ('GET cms/banner/list') and what would stand in its address or body. */
export interface ReadRequest {
  call: string
  input: Record<string, unknown>
}
