/** The read of a report's chart, beside the read of its rows. */
import { useEffect, useRef } from 'react'
import type { Call, InputOf } from '#contract/call.ts'
import { useRead, type ReadResult } from '#web/call/api.ts'
import type { Stamp } from './report.contract.ts'

/** Chart and rows are read at the same time, but not in the same instant. */
const tolerance_ms = 1_000

/**
 * Reads a report with the input of its chart, such as another grouping or page, and reads it again after the report itself was read again. `stamp` is that
 * of the report's rows.
 */
export function useChartRead<C extends Call<'read'>>(
  call: C,
  input: InputOf<C>,
  stamp: Stamp | undefined,
): ReadResult<C> {
  const read = useRead(call, input, { keepPrevious: true })
  const { isFetching, refetch } = read
  const as_of = (read.data as Stamp | undefined)?.as_of
  const report_as_of = stamp?.as_of
  const is_older =
    as_of !== undefined && report_as_of !== undefined && Date.parse(as_of) < Date.parse(report_as_of) - tolerance_ms
  // Once for each answer of the report: a read that fails, or that a delayed replica answers, stays older.
  const last_followed = useRef<string>(undefined)
  useEffect(() => {
    if (!is_older || isFetching || last_followed.current === report_as_of) return
    last_followed.current = report_as_of
    // The charts of several rows share one read.
    void refetch({ cancelRefetch: false })
  }, [is_older, isFetching, report_as_of, refetch])
  return read
}
