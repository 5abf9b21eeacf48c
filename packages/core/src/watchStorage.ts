import { internals, type Modal } from './modal.js'
import { toStorageKey } from './store/persist.js'
import { loadModule } from './utils/loadModule.js'

/** Follows what other tabs write: they disconnect this one too, as the browser tells of it at once. */
export function watchStorage(modal: Modal): void {
  const { onDestroy, warn } = modal[internals]
  const target = modal.env.window()
  const onStorage = ({ key }: StorageEvent): void => {
    // without a key all was cleared
    if (key !== null && key !== toStorageKey(modal.id)) return
    loadModule(() => import('./controllers/connection/followStorage.js')).then(
      ({ followStorage }) => followStorage(modal),
      warn,
    )
  }
  target?.addEventListener('storage', onStorage)
  onDestroy(() => target?.removeEventListener('storage', onStorage))
}
