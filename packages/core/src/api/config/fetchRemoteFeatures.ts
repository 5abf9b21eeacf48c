import { type Features, type Social, socialProviders } from '../../controllers/features/state.js'
import { InvalidReplyError } from '../../errors/services.js'
import type { Modal } from '../../modal.js'
import { isRecord } from '../../utils/isRecord.js'
import { askConfig } from './askConfig.js'

/** Features that a project sets for all of its pages. [S3.22] */
export type RemoteFeatures = Pick<
  Features,
  'email' | 'socials' | 'swaps' | 'onramp' | 'activity' | 'branding' | 'multiWallet'
>

type Row = { readonly isEnabled: boolean; readonly config: readonly unknown[] }

/**
 * What the project sets: `GET {services.config}/v1/config` → `{ features: [{ id, isEnabled, config? }] | null }`. Of a list
 * what is not in it is off; null leaves all to the page. Throws as {@link askConfig}.
 */
export function fetchRemoteFeatures(modal: Modal, baseUrl: string): Promise<RemoteFeatures | null> {
  return askConfig(modal, { baseUrl, path: '/v1/config', parse: parseRemoteFeatures })
}

/** All or nothing: settings of which a part makes no sense are none. Throws `INVALID_REPLY`. */
function parseRemoteFeatures(reply: unknown): RemoteFeatures | null {
  const rows = isRecord(reply) ? reply['features'] : undefined
  if (rows === null) return null
  if (!Array.isArray(rows)) throw new InvalidReplyError({ details: 'features is no list.' })
  const byId = new Map<unknown, Row>(rows.map(parseRow))
  const isOn = (id: string): boolean => byId.get(id)?.isEnabled ?? false
  const listOf = (id: string): readonly unknown[] => (isOn(id) ? (byId.get(id)?.config ?? []) : [])

  const logins = listOf('social_login')
  const socials = logins.filter((name): name is Social => socialProviders.includes(name as Social))
  const providers = listOf('onramp').filter((name) => typeof name === 'string')
  return {
    email: logins.includes('email'),
    socials: socials.length > 0 && socials,
    swaps: isOn('swap'),
    onramp: providers.length > 0 ? providers : isOn('onramp'),
    activity: isOn('activity'),
    branding: isOn('branding') || isOn('reown_branding'),
    multiWallet: isOn('multi_wallet'),
  }
}

function parseRow(row: unknown): [id: string, row: Row] {
  const { id, isEnabled, config = [] } = isRecord(row) ? row : {}
  if (typeof id !== 'string' || typeof isEnabled !== 'boolean' || (config !== null && !Array.isArray(config)))
    throw new InvalidReplyError({ details: 'features has a row that is not { id, isEnabled, config }.' })
  return [id, { isEnabled, config: config ?? [] }]
}
