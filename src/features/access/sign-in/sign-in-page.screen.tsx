import { EntryLayout } from '#web/entry/entry-layout.tsx'
import SignInScreen from './sign-in.screen.tsx'

/** The sign-in page alone: it neither uses nor loads the router, so that it stays small. */
export default function SignInPage() {
  return (
    <EntryLayout>
      <SignInScreen />
    </EntryLayout>
  )
}
