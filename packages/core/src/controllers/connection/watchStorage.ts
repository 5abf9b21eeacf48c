import { internals, type Modal } from '../../modal.js'
import { toStorageKey } from '../../store/persist.js'
import { followStorage } from './followStorage.js'

/** Not the key of a connection: those have a colon. */
const name = 'storage'

/**
 * Follows what other tabs write, from the first connection on: what they disconnect ends here too, as the browser tells
 * of it at once.
 */
export function watchStorage(modal: Modal): void {
  const { listening } = modal[internals]
  const target = modal.env.window()
  if (!target || listening.has(name)) return
  const onStorage = ({ key }: StorageEvent): void => {
    // without a key all was cleared
    if (key === null || key === toStorageKey(modal.id)) followStorage(modal)
  }
  target.addEventListener('storage', onStorage)
  listening.set(name, () => target.removeEventListener('storage', onStorage))
}
