/** Private pictures: shown only to people who may see the record that they belong to, and every look is logged. */
import type { FastifyRequest } from 'fastify'
import type { Right } from '#contract/page.ts'
import type { Db } from '../database/transaction.ts'
import { logLook } from '#server/audit/without-call.ts'
import { hasRight, obstacleOf, type Me } from '../session/session.ts'
import type { FileGuard } from './files.ts'

/** A folder of private pictures, as an area declares it. */
export interface PrivateFolder {
  readonly name: string
  /** The person needs one of these rights, and `canSee` must allow the picture. */
  readonly may: readonly Right[]
  /** Whether the record that the picture belongs to is within the person's scope. */
  canSee(db: Db, me: Me, path: string): Promise<boolean>
}

interface GuardParts {
  main: Db
  identify(request: FastifyRequest): Promise<Me>
}

/**
 * Answers null for a path outside these folders; for one inside whether this person may see the picture now, and logs
 * each picture that is shown.
 */
export function guardPrivate({ main, identify }: GuardParts, folders: readonly PrivateFolder[]): FileGuard {
  const private_folders = new Map(folders.map((folder) => [folder.name, folder]))
  return async (request, path) => {
    const folder = private_folders.get(path.slice(0, path.indexOf('/')))
    if (!folder) return null
    const me = await identify(request)
    const may = folder.may.some((right) => hasRight(me, right))
    if (!may || obstacleOf(me) || !(await folder.canSee(main, me, path))) return false
    await logLook(main, me, {
      name: 'Xem ảnh riêng tư',
      input: { path },
      source: request.ip,
      user_agent: request.headers['user-agent'] ?? '',
    })
    return true
  }
}
