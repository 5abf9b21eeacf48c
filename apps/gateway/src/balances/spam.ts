// `.fi` and `.finance` are missing: tokens such as YFI and 3Crv are named after the website of their project
const links =
  /https?:|www\.|\b[\w-]+\.(app|cash|cc|claims?|com|dev|events?|example|fund|gift|io|land|lat|life|link|live|me|net|online|org|pro|ru|shop|site|space|store|top|us|vip|website|win|world|xyz)\b/i

const calls = /\b(claim|visit|voucher|airdrop|reward|redeem|bonus)\b/i

/** Whether an unlisted token's name looks like spam: it contains a link or a call to action. */
export function isSpam({ name, symbol }: { readonly name: string; readonly symbol: string }): boolean {
  return [name, symbol].some((text) => links.test(text) || calls.test(text))
}
