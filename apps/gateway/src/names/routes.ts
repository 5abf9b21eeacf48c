import { getNameProfile, getNameSuggestions, getNamesOfAddress, registerName } from '../api/names.js'
import { createSignatureCheck } from '../chains/signatures.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import { claimName, nameRule, parseName, parseRegistrationBody } from './registration.js'
import { createNameStore, type NameStore } from './store.js'

export type NameSettings = {
  /** Follows each name after a dot, e.g. `example.org`. Default: none. */
  readonly zone?: string | undefined
}

const evmAddressPattern = /^0x[0-9a-f]{40}$/i

/** Serves names and their registration. [S7.13, S7.14, S7.15, S7.16] */
export function createNameRoutes(context: GatewayContext, { zone }: NameSettings = {}): readonly Route[] {
  const getStore = (): NameStore => createNameStore(requireDatabase(context))
  const check = createSignatureCheck(context)
  const withZone = (name: string): string => (zone === undefined ? name : `${name}.${zone}`)
  const readName = (text = ''): string => {
    const name = parseName(text, zone)
    if (name !== null) return name
    throw new GatewayError(nameRule, { status: 400, code: 'BAD_REQUEST' })
  }
  return [
    createRoute(getNameProfile, async ({ path }) => {
      const profile = await getStore().find(readName(path['name']))
      if (!profile) throw new GatewayError('This name is not registered.', { status: 404, code: 'NOT_FOUND' })
      return { ...profile, name: withZone(profile.name) }
    }),
    createRoute(getNamesOfAddress, async ({ path: { address = '' } }) => {
      if (!evmAddressPattern.test(address))
        throw new GatewayError('Invalid address.', { status: 400, code: 'BAD_REQUEST' })
      const profiles = await getStore().findOf(address)
      return profiles.map((profile) => ({ ...profile, name: withZone(profile.name) }))
    }),
    createRoute(getNameSuggestions, async ({ path }) => {
      const suggestions = await suggestNames(readName(path['name']), getStore().findTaken)
      return { suggestions: suggestions.map((one) => ({ ...one, name: withZone(one.name) })) }
    }),
    createRoute(
      registerName,
      async ({ body, headers: { origin }, signal }) => {
        await claimName({ store: getStore(), check, zone, now: context.now() }, { body, origin, signal })
        return { success: true } as const
      },
      { parseBody: parseRegistrationBody },
    ),
  ]
}

/** Endings of suggested names, best first. */
const suffixes = ['1', '-wallet', '-1', '0', '-eth', '42', '-hq', '7', '-me', '2']

/** Free names to suggest besides the requested one. */
const suggestionCount = 4

/** Returns the name itself, registered or not, and similar free ones. */
async function suggestNames(
  name: string,
  findTaken: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly { readonly name: string; readonly registered: boolean }[]> {
  const others = suffixes.map((ending) => `${name.slice(0, 64 - ending.length)}${ending}`)
  const taken = await findTaken([name, ...others])
  const free = others.filter((other) => !taken.has(other)).slice(0, suggestionCount)
  return [{ name, registered: taken.has(name) }, ...free.map((other) => ({ name: other, registered: false }))]
}
