import { isRecord } from '@latchkey/core'

/** How many are named. */
const most = 4

/** What permissions call themselves, as text: `{ type: 'native-token-transfer' }` (ERC-7715) or `{ type: { custom } }`. */
export function toPermissionNames(permissions: readonly unknown[]): readonly string[] {
  const names = permissions.flatMap((permission) => {
    const type = isRecord(permission) ? permission['type'] : undefined
    const name = isRecord(type) ? type['custom'] : type
    return typeof name === 'string' && name !== '' ? [name.slice(0, 60)] : []
  })
  return [...new Set(names)].slice(0, most)
}
