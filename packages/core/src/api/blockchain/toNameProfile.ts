import type { Modal } from '../../modal.js'
import { isRecord } from '../../utils/isRecord.js'
import { imageUrl, may, need, record, rowsOf, text } from './fields.js'
import type { NameProfile } from './types.js'

/** A profile of a reply. Throws `INVALID_REPLY`. */
export function toNameProfile(modal: Modal, row: unknown): NameProfile {
  const addresses = need(row, 'addresses', record)
  return {
    name: need(row, 'name', text),
    addresses: Object.fromEntries(
      Object.entries(addresses).flatMap(([coinType, entry]) => {
        const address = may(entry, 'address', text)
        return address === undefined ? [] : [[coinType, { address, created: may(entry, 'created', text) }]]
      }),
    ),
    attributes: need(row, 'attributes', (value) =>
      rowsOf((entry) => ({ avatar: may(entry, 'avatar', imageUrl(modal)), bio: may(entry, 'bio', text) }))(
        isRecord(value) ? [value] : value,
      ),
    ),
  }
}
