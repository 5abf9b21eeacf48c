import { base64urlnopad } from '@scure/base'
import { isRecap, parseRecap } from './parseRecap.js'

/**
 * The resources with a ReCap as the last of them, where it has to be: what the wallet is to agree to do on EVM. One that the
 * app brought goes into it. [EIP-5573]
 */
export function addRecap(resources: readonly string[] | undefined, methods: readonly string[]): readonly string[] {
  const given = resources ?? []
  const others = given.filter((resource) => !isRecap(resource))
  const brought = given.filter(isRecap).map((resource) => parseRecap(resource) ?? {})
  const abilities = [...methods].sort(byName).map((method) => [`request/${method}`, [{}]] as const)
  const targets = new Map<string, object>()
  for (const recap of [...brought, { eip155: Object.fromEntries(abilities) }])
    for (const [target, limits] of Object.entries(recap)) targets.set(target, { ...targets.get(target), ...limits })
  const att = Object.fromEntries([...targets].sort(([a], [b]) => byName(a, b)))
  const text = JSON.stringify({ att })
  return [...others, `urn:recap:${base64urlnopad.encode(new TextEncoder().encode(text))}`]
}

/** By characters, as EIP-5573 has it; names of methods are in the order of the dictionary then too. */
function byName(a: string, b: string): number {
  return a < b ? -1 : 1
}
