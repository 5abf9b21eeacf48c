const links =
  /https?:|www\.|\b[\w-]+\.(app|cash|cc|claims?|com|dev|events?|example|finance|fi|fund|gift|io|land|lat|life|link|live|me|net|online|org|pro|ru|shop|site|space|store|top|us|vip|website|win|world|xyz)\b/i

const calls = /\b(claim|visit|voucher|airdrop|reward|redeem|bonus)\b/i

/** Whether a token that is on no list has a name that sends people somewhere. */
export function isSpam({ name, symbol }: { readonly name: string; readonly symbol: string }): boolean {
  return [name, symbol].some((text) => links.test(text) || calls.test(text))
}
