// Starts one program for all browser tests: the real one, on a temporary database, with passwords known to the tests.
import { removePlace } from '#server/database/place.ts'
import { startProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { openSmtp } from '../../src/testing/smtp.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { admin_password, sample_password } from './fixture.ts'

/** Playwright's globalSetup; the workers inherit the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  await buildWeb()
  const data_dir = makeDataDir()
  // Accepts the program's mails and discards them.
  const smtp = await openSmtp()
  try {
    const program = await startProgram({
      data_dir,
      // Stories sign in as the same few people more often than the session limit allows.
      env: {
        // All stories that run at once share the administrator.
        CALLS_PER_MINUTE: '100000',
        ADMIN_PASSWORD: admin_password,
        SAMPLE_PASSWORD: sample_password,
        LOG_LEVEL: 'warn',
        SESSION_MOST: '1000',
        // No step-up prompts; the stories about step-up age a session themselves: see second-factor.spec.ts.
        PROOF_MINUTES: '1440',
        SMTP_HOST: smtp.settings.host,
        SMTP_PORT: String(smtp.settings.port),
        SMTP_FROM: smtp.settings.from,
      },
    })
    process.env.BASE_URL = program.url
    // Stories with customers' orders access the database directly: see sales.ts.
    process.env.PROGRAM_DATA_DIR = data_dir
    return async () => {
      await program.stop()
      await smtp.close()
      removePlace(data_dir)
    }
  } catch (error) {
    await smtp.close()
    removePlace(data_dir)
    throw error
  }
}
