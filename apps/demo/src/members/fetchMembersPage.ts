/** What the server shows to the visitor of this session. Rejects with the words of its refusal. */
export async function fetchMembersPage(url: string): Promise<string> {
  const response = await fetch(url, { credentials: 'include' })
  const text = await response.text()
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${text}`)
  return text
}
