/** What a signed-in person must do before anything else, one step after the other. */
import { WaitingLayout } from '#web/layout/waiting-layout.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const meanwhile = <WaitingLayout />
const MustProve = lazyPart(() => import('#features/access/second-factor/must-prove.screen.tsx'), { meanwhile })
const MustEnrol = lazyPart(() => import('#features/access/second-factor/must-enrol.screen.tsx'), { meanwhile })
const MustChangePassword = lazyPart(() => import('./must-change-password.screen.tsx'), { meanwhile })

interface ObstacleProps {
  user: { must_prove: boolean; must_change_password: boolean; must_enrol: boolean }
  onDone: () => void
}

export default function Obstacle({ user, onDone }: ObstacleProps) {
  if (user.must_prove) return <MustProve onDone={onDone} />
  return user.must_change_password ? <MustChangePassword onDone={onDone} /> : <MustEnrol onDone={onDone} />
}
