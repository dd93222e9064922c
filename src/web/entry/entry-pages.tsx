import { Outlet } from '@tanstack/react-router'
import { EntryLayout } from './entry-layout.tsx'

/** The pages that are open to anyone, as routes. */
export default function EntryPages() {
  return (
    <EntryLayout>
      <Outlet />
    </EntryLayout>
  )
}
