import { loadModule, type SmartSession, type SmartSessionsState } from '@latchkey/core'
import { type ReactElement, useState } from 'react'
import { sessionTexts } from '../../i18n/messages/sessions.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import { toPermissionNames } from './toPermissionNames.js'

export type SessionItemProps = {
  readonly session: SmartSession
  readonly group: 'active' | 'expired' | 'revoked'
  /** The one that is being taken back, or could not be. */
  readonly revoking: SmartSessionsState['revoking']
}

const load = async () => (await loadModule(() => import('./later.js'))).loadRevoke()

/** One app, what it may do and how long; an active one can be taken back. */
export function SessionItem({ session, group, revoking }: SessionItemProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sessionTexts)
  const locale = useLocale()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause // the boundary says so and offers to try again
  const { pci, project, permissions, expiration, revokedAt } = session
  const isOwn = revoking?.pci === pci
  const isBusy = revoking !== undefined && !revoking.error
  const error = isOwn ? revoking.error : undefined
  const names = toPermissionNames(permissions)
  const date = new Date((group === 'revoked' ? (revokedAt ?? expiration) : expiration) * 1_000).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const when = { active: 'sessionUntil', expired: 'sessionEnded', revoked: 'sessionRevoked' } as const
  return (
    <li className="grant">
      <Tile name={project.name} src={project.iconUrl} />
      <span className="t">
        <b>
          <bdi>{project.name}</bdi>
        </b>
        <small>{t(when[group], { date })}</small>
        {names.length > 0 && <small>{t('sessionMay', { permissions: names.join(', ') })}</small>}
      </span>
      {group === 'active' && (
        <button
          className="btn"
          part="button"
          type="button"
          aria-label={t('sessionRevokeOf', { app: project.name })}
          aria-disabled={isBusy || undefined}
          onPointerOver={prepare}
          onFocus={prepare}
          onClick={() => {
            if (isBusy) return
            load().then(
              ({ revokeVerb }) =>
                revokeVerb.revoke(modal, { pci }).catch(() => {
                  // the wallet has gone: the view says so
                }),
              (cause: unknown) => setFailure({ cause }),
            )
          }}
        >
          {isOwn && isBusy && <Icon name="loader" spin />}
          {t(isOwn && isBusy ? 'sessionRevoking' : 'sessionRevoke')}
        </button>
      )}
      <p className="fault" role="alert" dir="auto">
        {error && t(error.code === 'USER_REJECTED' ? 'session_USER_REJECTED' : 'session_failed')}
      </p>
    </li>
  )
}

/** What takes back is there by the time of the press; a failure is told by that. */
function prepare(): void {
  load().catch(() => undefined)
}
