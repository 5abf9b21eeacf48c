/**
 * A minimal third-party frame: it posts to '*' and knows no handshake. Its query controls it: `ready=manual` sends no
 * READY by itself, `silent` sends no replies, `handshake` accepts a port.
 */
export const framePage = `<!doctype html>
<title>wallet</title>
<button id="approve">Approve</button>
<script>
const query = new URLSearchParams(location.search)
const received = []
const replies = {
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1, 10] },
  CONNECT_EMAIL: { action: 'VERIFY_OTP' },
  GET_USER: { address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', chainId: 10, email: 'ann@example.com' },
  IS_CONNECTED: { isConnected: true },
  GET_CHAIN_ID: { chainId: 10 },
  SWITCH_NETWORK: { chainId: 137 },
  UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' },
  UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'new@example.com' },
  SET_PREFERRED_ACCOUNT: { type: 'eoa', address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' },
  RPC_REQUEST: '0x1',
}
let port
const post = (message) => (port ? port.postMessage(message) : parent.postMessage(message, '*'))
let answer = (message, ending = 'SUCCESS', payload = replies[message.type.slice(9)]) =>
  post({ type: message.type.replace('app', 'frame') + '_' + ending, id: message.id, payload })
const take = ({ data }) => {
  if (!data || typeof data.type !== 'string' || !data.type.startsWith('@w3m-app/')) return
  received.push({ ...data, isOnPort: port !== undefined })
  if (query.has('silent') && !/SYNC|NETWORKS/.test(data.type)) return
  answer(data)
}
addEventListener('message', (event) => {
  if (query.has('handshake') && !port && event.data?.type === '@latchkey/PORT') {
    ;[port] = event.ports
    globalThis.port = port
    port.onmessage = (message) =>
      message.data?.type === '@latchkey/PING' ? port.postMessage({ type: '@latchkey/PONG' }) : take(message)
    const accept = () => port.postMessage({ type: '@latchkey/PORT_OK' })
    if (query.get('handshake') === 'late') globalThis.accept = accept
    else accept()
  } else if (!port) take(event)
})
const sayReady = () =>
  parent.postMessage({ type: '@w3m-frame/READY', payload: query.has('handshake') ? { version: 'latchkey/1' } : {} }, '*')
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && port) port.postMessage({ type: '@latchkey/ESCAPE' })
})
if (query.get('ready') !== 'manual') sayReady()
</script>`
