/** Every property of a run is drawn by the same seed; TEST_SEED repeats a run. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.TEST_SEED) })
