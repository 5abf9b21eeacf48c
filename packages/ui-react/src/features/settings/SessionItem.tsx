import { isRecord, type SmartSession, type SmartSessionsState } from '@latchkey/core'
import { endSmartSession } from '@latchkey/core/controllers/sessions'
import type { ReactElement } from 'react'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { Tile } from '../../primitives/Row.js'
import { settingsTexts } from './messages.js'

type SessionItemProps = {
  readonly session: SmartSession
  readonly group: 'active' | 'expired' | 'revoked'
  /** The permission that is being revoked, or could not be. */
  readonly revoking: SmartSessionsState['revoking']
}

/** One app, its permissions and their expiry; an active one can be revoked. */
export function SessionItem({ session, group, revoking }: SessionItemProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const locale = useLocale()
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
        <b title={project.name}>
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
          // while it is in progress, the name is the text
          aria-label={isOwn && isBusy ? undefined : t('sessionRevokeOf', { app: project.name })}
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (isBusy) return
            endSmartSession(modal, { pci }).catch(() => {
              // the wallet is disconnected: the view shows it
            })
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

/** The most names to list. */
const maxNames = 4

/** The names of permissions, as text: `{ type: 'native-token-transfer' }` (ERC-7715) or `{ type: { custom } }`. */
export function toPermissionNames(permissions: readonly unknown[]): readonly string[] {
  const names = permissions.flatMap((permission) => {
    const type = isRecord(permission) ? permission['type'] : undefined
    const name = isRecord(type) ? type['custom'] : type
    return typeof name === 'string' && name !== '' ? [name.slice(0, 60)] : []
  })
  return [...new Set(names)].slice(0, maxNames)
}
