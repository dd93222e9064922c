/** All property tests of a run share one seed; TEST_SEED repeats a run. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.TEST_SEED) })
