import { isRecord, type Network, type SmartSession, type SmartSessionsState } from '@latchkey/core'
import { endSmartSession } from '@latchkey/core/controllers/sessions'
import { toDecimal } from '@latchkey/core/plugin'
import type { ReactElement } from 'react'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toNumberText } from '../../i18n/amounts.js'
import type { Translate } from '../../i18n/translate.js'
import { Icon } from '../../primitives/Icon.js'
import { Tile } from '../../primitives/Row.js'
import { settingsTexts } from './messages.js'

export type SessionItemProps = {
  readonly session: SmartSession
  readonly group: 'active' | 'expired' | 'revoked'
  /** The permission that is being revoked, or could not be. */
  readonly revoking: SmartSessionsState['revoking']
  /** Of the account's network. */
  readonly nativeCurrency: Network['nativeCurrency'] | undefined
}

/** One app, its permissions and their expiry; an active one can be revoked. */
export function SessionItem({ session, group, revoking, nativeCurrency }: SessionItemProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const locale = useLocale()
  const { pci, project, permissions, expiration, revokedAt } = session
  const isOwn = revoking?.pci === pci
  const isBusy = revoking !== undefined && !revoking.error
  const error = isOwn ? revoking.error : undefined
  const names = describePermissions(permissions, { t, locale, nativeCurrency })
  const end = (group === 'revoked' && revokedAt) || expiration
  const date = end && new Date(end * 1_000).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const when = { active: 'sessionUntil', expired: 'sessionEnded', revoked: 'sessionRevoked' } as const
  return (
    <li className="grant">
      <Tile name={project.name} src={project.iconUrl} />
      <span className="t">
        <b title={project.name}>
          <bdi>{project.name}</bdi>
        </b>
        {date !== undefined && <small>{t(when[group], { date })}</small>}
        {names.length > 0 && (
          <small>{t('sessionMay', { permissions: new Intl.ListFormat(locale).format(names) })}</small>
        )}
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
        {error && t(toErrorText(error.code))}
      </p>
    </li>
  )
}

function toErrorText(code: string): keyof typeof settingsTexts {
  if (code === 'UNSUPPORTED_METHOD') return 'session_unsupported'
  return code === 'USER_REJECTED' ? 'session_USER_REJECTED' : 'session_failed'
}

/** The most permissions to list. */
const maxNames = 4

type PermissionTexts = {
  readonly t: Translate<keyof typeof settingsTexts>
  readonly locale?: string | undefined
  /** Of the account's network. */
  readonly nativeCurrency?: Network['nativeCurrency'] | undefined
}

/**
 * Words for permissions: `{ type: 'native-token-allowance', data }` (ERC-7715) or `{ type: { custom } }`. Unknown types
 * are shown by name.
 */
export function describePermissions(
  permissions: readonly unknown[],
  { t, locale, nativeCurrency }: PermissionTexts,
): readonly string[] {
  const texts = permissions.flatMap((permission) => {
    const { type, data } = isRecord(permission) ? permission : {}
    const name = isRecord(type) ? type['custom'] : type
    if (typeof name !== 'string' || name === '') return []
    if (name.startsWith('erc20-token-')) return [t('sessionMay_tokens')]
    if (name === 'contract-call') return [t('sessionMay_calls')]
    const amount = /^native-token-(?:allowance|transfer)$/.test(name) ? readAllowance(data) : undefined
    if (amount === undefined || !nativeCurrency) return [name.slice(0, 60)]
    const { decimals, symbol } = nativeCurrency
    return [t('sessionMay_spend', { amount: `${toNumberText(toDecimal(amount, decimals), locale)} ${symbol}` })]
  })
  return [...new Set(texts)].slice(0, maxNames)
}

/** The amount that may be spent, in atomic units. */
function readAllowance(data: unknown): bigint | undefined {
  const { allowance, allowanceAmount = allowance } = isRecord(data) ? data : {}
  return typeof allowanceAmount === 'string' && /^0x[\da-f]{1,64}$/i.test(allowanceAmount)
    ? BigInt(allowanceAmount)
    : undefined
}
