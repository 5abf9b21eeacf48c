/** Pages of a secure site for social logins. */
export const siteHtml = {
  /** The frame: speaks the protocol by window messages, and forwards requests to the server. */
  frame: `<!doctype html>
<title>wallet</title>
<script>
const send = (name, message, payload) => parent.postMessage({ type: '@w3m-frame/' + name, id: message?.id, payload }, '*')
const ask = async (path, body) => (await fetch(path, { method: 'POST', body: JSON.stringify(body ?? {}) })).json()
const held = new Map()
addEventListener('message', async ({ data, source }) => {
  if (source !== parent || !data?.type?.startsWith('@w3m-app/')) return
  const name = data.type.slice(9)
  if (name === 'RPC_ABORT') held.get(data.payload?.requestId)?.abort()
  const cancel = new AbortController()
  held.set(data.id, cancel)
  const answer = await fetch('/answer', { method: 'POST', signal: cancel.signal, body: JSON.stringify({ name, payload: data.payload }) })
    .then((response) => response.json())
    .catch(() => undefined)
  if (answer) send(name + (answer.fault ? '_ERROR' : '_SUCCESS'), data, answer.fault ?? answer.payload)
})
send('READY', undefined, {})
</script>`,
  /** The waiting page. Continues on its own if it has lost its opener. */
  loading: `<!doctype html>
<title>loading</title>
<script>
const go = async () => {
  const { uri } = await (await fetch('/cut?popup=' + new URLSearchParams(location.search).get('popup'))).json()
  if (uri) location.replace(uri)
  else setTimeout(go, 50)
}
if (!opener) go()
</script>`,
  /** The provider's page: allow or deny. */
  provider: `<!doctype html>
<title>provider</title>
<a id="allow">Allow</a> <a id="deny">Deny</a>
<script>
const query = new URLSearchParams(location.search)
for (const link of document.querySelectorAll('a'))
  link.href = query.get('site') + '/social/callback?answer=' + link.id + '&state=' + query.get('state')
opener?.postMessage({ type: 'chatter of the provider' }, '*')
</script>`,
  /** The callback page: posts the result to the app, or asks for a click if it has lost its opener. */
  callback: `<!doctype html>
<title>callback</title>
<script type="application/json" id="outcome">OUTCOME</script>
<button id="continue">Continue</button>
<script>
const { resultUri, target, confirm, message } = JSON.parse(document.querySelector('#outcome').textContent)
if (message) opener?.postMessage(message, target)
if (opener && resultUri) {
  opener.postMessage({ resultUri }, target)
  close()
}
document.querySelector('#continue').onclick = async () => {
  await fetch(confirm)
  close()
}
</script>`,
} as const
