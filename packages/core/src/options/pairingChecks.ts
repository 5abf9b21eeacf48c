import { type Check, type Checks, listOf, mustBe, record } from './check.js'
import { text, url } from './checks.js'

const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? [] : check(value, path)

const urls = ['image_url', 'homepage', 'link_mode', 'webapp_link', 'app_store', 'play_store', 'chrome_store']

/** A wallet of the app's own. Where its app is, is looked at when somebody goes there: schemes of apps are many. */
const wallet = record({
  ...Object.fromEntries(
    urls.map((name) => [
      name,
      optional(mustBe((value) => /^(https?:|data:image|\.?)\//.test(value as string), 'a URL')),
    ]),
  ),
  id: text,
  name: text,
  chains: optional(listOf(text)),
})

/** What the app says of itself and its wallets to those that are paired with: brought by connectors that pair. */
export const pairingChecks: Checks = {
  customWallets: listOf(wallet),
  metadata: record({ name: text, url: optional(url), icons: optional(listOf(text)) }),
}
