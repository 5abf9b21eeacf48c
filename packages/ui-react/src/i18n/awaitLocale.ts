import type { UiModal } from '../uiModal.js'
import { loadLocale } from './loadLocale.js'
import type { LocaleLoaders } from './localeLoaders.js'
import { waitBriefly } from './waitBriefly.js'

/** As {@link loadLocale}, but resolves after a second at the latest: a language that takes longer comes later. Never rejects. */
export function awaitLocale(modal: UiModal, loaders?: LocaleLoaders): Promise<void> {
  return waitBriefly(modal, loadLocale(modal, loaders))
}
