import copyLink from '../../primitives/CopyLink/CopyLink.css'
import qr from '../../primitives/QrCode/QrCode.css'
import status from '../../primitives/Status/Status.css'
import own from './ConnectingWalletConnectView.css'

/** Of the views that pair. */
export const pairingStyles: string = [qr, copyLink, status, own].join('')
