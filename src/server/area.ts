/** What an area of the product registers with the program. Each area exports one from its `<area>.server.ts`; `src/services.ts` collects them. */
import type { RawBuilder } from 'kysely'
import type { Call } from '#contract/call.ts'
import type { MenuGroup, Page, Right } from '#contract/page.ts'
import type { PrivateFolder } from './files/private-files.ts'
import type { CronJob, Enqueue, JobContext, QueuedJob } from './jobs/jobs.ts'
import type { Fingerprints } from './live/live.ts'
import type { SearchProvider } from './record/search-provider.ts'
import type { ServedCall } from './serve.ts'

/** An action offered by Ctrl+K: it opens the page and presses its button for this call. The call's title is the action's name. */
export interface QuickAct {
  readonly page: Page & { readonly view: Right }
  readonly call: Call
}

export interface Area {
  /** The area's headings in the menu, with their pages. */
  readonly menu?: readonly MenuGroup[]
  /** The handlers of its calls, one entry for each resource. */
  readonly services: readonly (readonly ServedCall[])[]
  /** How Ctrl+K finds its records. */
  readonly search?: readonly SearchProvider[]
  /** The actions that Ctrl+K offers on its pages. */
  readonly quickActs?: readonly QuickAct[]
  /** A fingerprint for each of its live topics: screens reload when it changes. */
  readonly fingerprints?: Partial<Fingerprints>
  /** Jobs that its calls enqueue. */
  readonly queuedJobs?: (context: JobContext) => QueuedJob[]
  /** Jobs that run on a schedule. */
  readonly cronJobs?: (context: JobContext, enqueue: Enqueue) => CronJob[]
  /** Folders of pictures that only some people may see. */
  readonly privateFolders?: readonly PrivateFolder[]
  /** Queries of what people are notified of before it is due: user_id, table_name, row_id and due_at. */
  readonly dues?: readonly RawBuilder<unknown>[]
  /** Rows that the hourly housekeeping deletes. */
  readonly chores?: (context: JobContext) => (() => Promise<void>)[]
}
