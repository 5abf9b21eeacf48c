import { createModal, defineElements, evm } from 'latchkey/latchkey.js'

const chain = {
  id: 31337,
  name: 'Local chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [document.body.dataset.rpcUrl] } },
}
const modal = createModal({ adapters: [evm({ networks: [chain] })] })
const address = document.getElementById('address')
const leave = document.getElementById('disconnect')

document.addEventListener('latchkey-account', ({ detail }) => {
  address.textContent = detail.address ?? 'none'
  leave.hidden = detail.status !== 'connected'
})
leave.addEventListener('click', async () => {
  const { disconnect } = await import('latchkey/controllers.js')
  await disconnect(modal)
})

// the buttons of the page come to life
defineElements(modal)
