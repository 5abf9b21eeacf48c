import emailField from '../../primitives/EmailField/EmailField.css'
import intro from '../../primitives/MailIntro/MailIntro.css'
import field from '../../primitives/SearchField/SearchField.css'

/** Of a field for an email address, and of what says why it is asked for. */
export const emailStyles: string = field + emailField + intro
