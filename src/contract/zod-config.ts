/** Configures zod for the whole program; imported once, by schema.ts, on which every schema of the contract is built. */
import * as z from 'zod/mini'
import { messageOf, type Issue } from './messages.ts'

// jitless: zod's compiled parsers need `new Function`, which the content security policy forbids.
z.config({ jitless: true, localeError: (issue) => messageOf(issue as unknown as Issue) })
