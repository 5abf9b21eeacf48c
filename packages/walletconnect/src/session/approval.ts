import {
  type ByNamespace,
  type CaipNetworkId,
  isRecord,
  type Namespace,
  parseCaipAddress,
  parseCaipNetworkId,
} from '@latchkey/core'
import { MultiNamespaceRequestError, NotApprovedError } from '@latchkey/core/plugin'

export type ApprovedAccount = { readonly caipNetworkId: CaipNetworkId; readonly address: string }

type Grant = {
  readonly chains: readonly CaipNetworkId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** A wallet's approval of a namespace. */
export type NamespaceApproval = {
  /** The chains with an account, in the wallet's order. */
  readonly chains: readonly CaipNetworkId[]
  readonly accounts: readonly ApprovedAccount[]
  readonly grants: readonly Grant[]
}

export type Approval = ByNamespace<NamespaceApproval>

/** More than any wallet approves; the rest is ignored. */
const limits = { keys: 100, items: 1_000 } as const

/**
 * Parses the namespaces of a session (CAIP-25), whose keys are namespaces (`eip155`) or chains (`eip155:1`). Ignores invalid
 * entries and chains without an account.
 */
export function parseApproval(namespaces: unknown): Approval {
  const approval: { [namespace: string]: NamespaceApproval } = {}
  if (!isRecord(namespaces)) return approval
  for (const [key, entry] of Object.entries(namespaces).slice(0, limits.keys)) {
    const scope = toScope(key)
    if (!scope || !isRecord(entry)) continue
    const { namespace, chain } = scope
    const own = toTexts(entry['accounts']).flatMap((text): readonly ApprovedAccount[] => {
      const parsed = parseCaipAddress(text, [namespace])
      const caipNetworkId: CaipNetworkId = `${namespace}:${parsed?.reference}`
      return parsed && (!chain || chain === caipNetworkId) ? [{ caipNetworkId, address: parsed.address }] : []
    })
    if (own.length === 0) continue
    const before = approval[namespace] ?? { chains: [], accounts: [], grants: [] }
    const chains = unique(own.map(({ caipNetworkId }) => caipNetworkId))
    approval[namespace] = {
      chains: unique([...before.chains, ...chains]),
      accounts: [...before.accounts, ...own.filter((account) => !has(before.accounts, account))],
      grants: [...before.grants, { chains, methods: toTexts(entry['methods']), events: toTexts(entry['events']) }],
    }
  }
  return approval
}

/** Whether the wallet approved a method on a chain. [S5.20] */
export function hasMethod(approval: Approval, caipNetworkId: CaipNetworkId, method: string): boolean {
  return getGrants(approval, caipNetworkId).some(({ methods }) => methods.includes(method))
}

/** Whether the wallet approved an event on a chain. [S5.20] */
export function hasEvent(approval: Approval, caipNetworkId: CaipNetworkId, event: string): boolean {
  return getGrants(approval, caipNetworkId).some(({ events }) => events.includes(event))
}

function getGrants(approval: Approval, caipNetworkId: CaipNetworkId): readonly Grant[] {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  const grants = namespace ? (approval[namespace]?.grants ?? []) : []
  return grants.filter(({ chains }) => chains.includes(caipNetworkId))
}

function toScope(
  key: string,
): { readonly namespace: Namespace; readonly chain?: CaipNetworkId | undefined } | undefined {
  const parsed = parseCaipNetworkId(key)
  if (parsed) return { namespace: parsed.namespace, chain: key as CaipNetworkId }
  const scope = parseCaipNetworkId(`${key}:0`)
  return scope ? { namespace: scope.namespace } : undefined
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? unique(value.slice(0, limits.items).filter((item) => typeof item === 'string')) : []
}

function has(accounts: readonly ApprovedAccount[], { caipNetworkId, address }: ApprovedAccount): boolean {
  return accounts.some((known) => known.caipNetworkId === caipNetworkId && known.address === address)
}

function unique<item>(items: readonly item[]): item[] {
  return [...new Set(items)]
}

/**
 * Asserts that the wallet approved a method on every chain of a request, and has an account there. Throws `NOT_APPROVED`
 * [S5.20] [S8.50] [S8.51] or `MULTI_NAMESPACE_REQUEST` [S8.53].
 */
export function assertApproved(approval: Approval, method: string, chains: readonly CaipNetworkId[]): void {
  const namespaces = new Set(chains.map((chain) => parseCaipNetworkId(chain)?.namespace))
  if (namespaces.size > 1) throw new MultiNamespaceRequestError({ details: chains.join(', ') })
  for (const chain of chains) {
    const namespace = parseCaipNetworkId(chain)?.namespace
    if (!namespace || !approval[namespace]?.chains.includes(chain)) throw new NotApprovedError({ what: chain })
    if (!hasMethod(approval, chain, method)) throw new NotApprovedError({ what: `${method} on ${chain}` })
  }
}
