/** What an area of the product brings to the program. Each says it in its `<area>.server.ts`; `src/services.ts` folds them. */
import type { RawBuilder } from 'kysely'
import type { Call } from '#contract/call.ts'
import type { MenuGroup, Page, Right } from '#contract/page.ts'
import type { PrivateFolder } from './files/private-files.ts'
import type { CronJob, Enqueue, JobContext, QueuedJob } from './jobs/jobs.ts'
import type { Fingerprints } from './live/live.ts'
import type { SearchProvider } from './record/search-provider.ts'
import type { Answered } from './serve.ts'

/** What Ctrl+K begins: the page opens, and its button for this call, which adds to it, is pressed. The call's title names it. */
export interface QuickAct {
  readonly page: Page & { readonly view: Right }
  readonly call: Call
}

export interface Area {
  /** Its headings of the menu with their pages. */
  readonly menu?: readonly MenuGroup[]
  /** The answers to its calls, one entry for each thing. */
  readonly services: readonly (readonly Answered[])[]
  /** What Ctrl+K finds of it. */
  readonly search?: readonly SearchProvider[]
  /** What Ctrl+K begins on its pages. */
  readonly quickActs?: readonly QuickAct[]
  /** What live screens are told of. */
  readonly fingerprints?: Partial<Fingerprints>
  /** What calls ask to be done after them. */
  readonly queuedJobs?: (context: JobContext) => QueuedJob[]
  /** What the clock asks for. */
  readonly cronJobs?: (context: JobContext, enqueue: Enqueue) => CronJob[]
  /** Pictures of it that are not for everybody. */
  readonly privateFolders?: readonly PrivateFolder[]
  /** What people are told of before it is due: queries of user_id, table_name, row_id and due_at. */
  readonly dues?: readonly RawBuilder<unknown>[]
  /** What is cleared away every hour. */
  readonly chores?: (context: JobContext) => (() => Promise<void>)[]
}
