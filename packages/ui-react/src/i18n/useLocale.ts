import { useShell } from '../router/ShellContext.js'

/**
 * The language for numbers and dates, as BCP 47; undefined where the app has chosen none: English texts, dates as in the
 * visitor's system. Arabic has Latin digits, as what is typed and what wallets show.
 */
export function useLocale(): string | undefined {
  const { locale } = useShell().modal.getState()
  return locale === 'ar' ? 'ar-u-nu-latn' : locale
}
