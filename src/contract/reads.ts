/** Several reads in one request; each is answered as if it had been sent alone. */
export const reads_path = '/api/xs/management/cms/reads'

/** Maximum reads of one request. */
export const max_reads = 50

/** One read: the call by its name ('GET cms/banner/list') and its input. */
export interface ReadRequest {
  call: string
  input: Record<string, unknown>
}
