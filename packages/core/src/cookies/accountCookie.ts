import { type CaipNetworkId, isNamespace, type Namespace, parseCaipNetworkId } from '../utils/caip.js'
import { isRecord } from '../utils/isRecord.js'

/** What a server is told of a chain family. */
export type CookieAccount = {
  readonly connectorId: string
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
}

/** What a server is told: ids and addresses, nothing else. */
export type AccountCookie = {
  readonly activeNamespace?: Namespace | undefined
  readonly accounts: { readonly [namespace in Namespace]?: CookieAccount }
}

/** The name of a modal's cookie. */
export function toCookieName(id: string): string {
  return `${encodeURIComponent(id)}.account`
}

/** Reads the value of the cookie, which anybody may have written: keeps what it understands and drops the rest. */
export function parseAccountCookie(value: string): AccountCookie {
  const data = parseJson(value)
  if (!isRecord(data) || !isRecord(data['accounts'])) return { accounts: {} }
  const accounts: { [namespace in Namespace]?: CookieAccount } = {}
  for (const [namespace, account] of Object.entries(data['accounts']))
    if (isNamespace(namespace) && isAccount(account, namespace)) accounts[namespace] = account
  const { activeNamespace } = data
  return { accounts, activeNamespace: isNamespace(activeNamespace) ? activeNamespace : undefined }
}

function isAccount(value: unknown, namespace: Namespace): value is CookieAccount {
  if (!isRecord(value)) return false
  const { connectorId, address, caipNetworkId } = value
  return (
    isName(connectorId, /^[\w.:/ -]{1,200}$/) &&
    isName(address, /^[\w.:-]{1,130}$/) &&
    parseCaipNetworkId(caipNetworkId)?.namespace === namespace
  )
}

const isName = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)

function parseJson(value: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(value))
  } catch {
    return null // garbage is as good as nothing
  }
}
