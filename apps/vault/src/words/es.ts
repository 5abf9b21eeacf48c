import type { Words } from './wordsType.js'

export const es: Words = {
  facts: {
    pair: '{label}: {value}',
    site: 'Sitio',
    browser: 'Navegador',
    place: 'Dirección IP',
    login: 'Inicio de sesión',
    until: 'Retenida hasta',
    due: 'Entra en vigor',
    time: 'Hora',
  },
  notYou:
    'Si no fuiste tú, no hagas clic en el enlace ni compartas el código. Sin ellos no ocurre nada y puedes borrar este correo.',
  link: {
    subject: 'Aprueba un inicio de sesión en {site}',
    lead: 'Nuevo intento de inicio de sesión desde un navegador no reconocido.',
    label: 'Revisar y aprobar',
    terms:
      'El enlace es válido durante 10 minutos. Apruébalo solo si iniciaste tú esta sesión, y continúa en el mismo navegador.',
    page: {
      question: '¿Aprobar este dispositivo?',
      lead: 'Nuevo intento de inicio de sesión desde un navegador no reconocido. Apruébalo solo si lo iniciaste tú.',
      validFor: 'Válido durante',
      approve: 'Aprobar',
      notYou: 'Si no fuiste tú, cierra esta página. Nadie puede iniciar sesión sin tu aprobación.',
      startAgain: 'Vuelve a empezar en la app para recibir un enlace nuevo.',
      done: 'Dispositivo aprobado',
      doneLead: 'Te enviamos un código por correo. Introdúcelo en {site}, en la pestaña donde empezaste.',
      close: 'Puedes cerrar esta página.',
      back: 'Volver a {site}',
    },
  },
  login: {
    subject: 'Tu código para {site}',
    lead: 'Tu código para iniciar sesión:',
    terms: 'Es válido durante 10 minutos, una vez y solo en el navegador donde lo pediste.',
  },
  sms: { login: '{code} es tu código para {site}. No lo compartas.' },
  primary: {
    subject: 'Tu código para cambiar tu correo electrónico',
    lead: 'Alguien con tu sesión iniciada quiere cambiar el correo electrónico de tu billetera. Tu código para permitirlo:',
    terms: 'Es válido durante 10 minutos, una vez. No lo compartas nunca.',
  },
  secondary: {
    subject: 'Tu código para confirmar tu nuevo correo electrónico',
    lead: 'Tu código para iniciar sesión con este correo electrónico a partir de ahora:',
    terms: 'Es válido durante 10 minutos, una vez.',
  },
  guest: {
    subject: 'Tu código para añadir un inicio de sesión a tu billetera',
    lead: 'Tu código para añadir este correo electrónico a una billetera de invitado, que se abre con él a partir de ahora:',
    terms: 'Es válido durante 10 minutos, una vez y solo en el navegador donde lo pediste. No lo compartas nunca.',
  },
  account: {
    subject: 'Tu código para confirmar que eres tú',
    terms:
      'Es válido durante 10 minutos, una vez. Introdúcelo solo en la página de tu billetera: ninguna aplicación lo pide.',
    leads: {
      export:
        'Tu código para mostrar tu frase de recuperación. Quien tenga estas palabras controla tu billetera para siempre:',
      import: 'Tu código para importar una frase de recuperación, lo que cambia tus direcciones:',
      recovery:
        'Tu código para crear un código de recuperación, que puede trasladar tu billetera a otro correo electrónico:',
      seal: 'Tu código para cambiar cómo está sellada tu billetera:',
      link: 'Tu código para añadir un inicio de sesión que abre tu billetera:',
      unlink: 'Tu código para quitar un inicio de sesión de tu billetera:',
      freeze: 'Tu código para congelar o descongelar tu billetera:',
      factor: 'Tu código para configurar un segundo factor en tu billetera:',
      custody: 'Tu código para cambiar de quién es tu cuenta inteligente:',
    },
  },
  notices: {
    'login.done': {
      title: 'Tu billetera se abrió en otro navegador',
      text: 'Alguien inició sesión en tu billetera en un navegador que no se conocía.',
    },
    'login.linked': {
      title: 'Tu billetera tiene un nuevo inicio de sesión con {login}',
      text: 'Alguien con tu sesión iniciada añadió una cuenta de {login}. A partir de ahora abre tu billetera.',
    },
    'login.removed': {
      title: 'Se quitó un inicio de sesión de tu billetera',
      text: 'Tu billetera ya no se abre con este inicio de sesión: {login}. Se cerró la sesión en los navegadores que lo usaban.',
    },
    'passkey.added': {
      title: 'Se añadió una llave de acceso a tu billetera',
      text: 'Alguien con tu sesión iniciada añadió una llave de acceso. A partir de ahora abre tu billetera.',
    },
    'passkey.copied': {
      title: 'Se copió una de tus llaves de acceso',
      text: 'Alguien intentó iniciar sesión con una copia de tu llave de acceso. Lo rechazamos. Quita la llave de acceso en la página de tu billetera y crea una nueva.',
    },
    'update.done': {
      title: 'Se cambió tu correo electrónico',
      text: 'A partir de ahora inicias sesión con otro correo electrónico. Se cerró la sesión en los demás navegadores. Durante 24 horas ningún navegador nuevo puede iniciar sesión y no se puede mostrar la frase de recuperación.',
    },
    'update.done.former': {
      title: 'Se cambió tu correo electrónico',
      text: 'Tu billetera ya no se abre con este correo electrónico. Se cerró la sesión en los demás navegadores. Durante 24 horas ningún navegador nuevo puede iniciar sesión y no se puede mostrar la frase de recuperación.',
    },
    'update.undone': {
      title: 'Se deshizo el cambio de tu correo electrónico',
      text: 'Tu billetera vuelve a abrirse con el correo anterior. Se cerró la sesión en todos los navegadores, y los que llegaron después del cambio ya no son conocidos.',
    },
    'update.undone.former': {
      title: 'Se deshizo el cambio de tu correo electrónico',
      text: 'La billetera ya no se abre con este correo electrónico. El dueño del anterior deshizo el cambio.',
    },
    'device.revoked': {
      title: 'Se cerró la sesión de un navegador en tu billetera',
      text: 'Necesita un enlace por correo y un código para volver a iniciar sesión.',
    },
    'resume.reused': {
      title: 'Una sesión de tu billetera se usó dos veces',
      text: 'Puede que alguien la haya copiado de una aplicación. La sesión se cerró en ambos lugares.',
    },
    'export.done': {
      title: 'Se mostró tu frase de recuperación',
      text: 'Alguien con tu sesión iniciada vio la frase de recuperación. Quien tenga estas palabras controla tu billetera para siempre. Si no fuiste tú, mueve tus activos a otra billetera ahora.',
    },
    'recovery.printed': {
      title: 'Se creó un código de recuperación para tu billetera',
      text: 'Quien tenga este código puede trasladar tu billetera a otro correo electrónico en 72 horas. Sustituye a cualquier código anterior.',
    },
    'recovery.started': {
      title: 'Tu billetera se traslada a otro correo electrónico',
      text: 'Alguien usó tu código de recuperación. En 72 horas tu billetera pertenecerá a otro correo electrónico.',
    },
    'recovery.started.next': {
      title: 'Una billetera se traslada a tu correo electrónico',
      text: 'Alguien está trasladando su billetera a este correo con un código de recuperación. Inicia sesión con él dentro de 72 horas. Si no fuiste tú, ignora este correo.',
    },
    'recovery.cancelled': {
      title: 'Se canceló la recuperación de tu billetera',
      text: 'Tu billetera se queda con su correo electrónico. El código de recuperación usado ya no es válido: crea uno nuevo.',
    },
    'recovery.done': {
      title: 'Tu billetera se trasladó a este correo electrónico',
      text: 'Se recuperó con su código de recuperación. Se cerró la sesión en todos los navegadores anteriores.',
    },
    'recovery.done.former': {
      title: 'Tu billetera se trasladó a otro correo electrónico',
      text: 'Se recuperó con su código de recuperación. Ya no inicias sesión con este correo electrónico.',
    },
    'seal.asked': {
      title: 'Tu billetera será sellada',
      text: 'Alguien con tu sesión iniciada pidió sellar tu billetera con un código impreso. Entra en vigor en 24 horas. A partir de entonces nadie abre la billetera sin ese código o una llave de acceso, y nadie puede restaurarla. Si se pidió una nueva frase de recuperación, la billetera recibe también direcciones nuevas; las antiguas siguen siendo tuyas.',
    },
    'seal.cancelled': {
      title: 'Se canceló el sellado de tu billetera',
      text: 'Tu billetera se queda como está: no hace falta ningún código impreso para usarla.',
    },
    'seal.made': {
      title: 'Tu billetera fue sellada',
      text: 'A partir de ahora solo firma después de desbloquearla con su propio código o llave de acceso. Quien los pierde todos pierde la billetera.',
    },
    'seal.added': {
      title: 'Tu billetera sellada tiene otra llave',
      text: 'Alguien añadió un código o una llave de acceso que desbloquea tu billetera.',
    },
    'seal.removed': {
      title: 'Tu billetera ya no está sellada',
      text: 'Firma sin que haya que desbloquearla antes.',
    },
    'seal.undone': {
      title: 'Se deshizo el sello de tu billetera',
      text: 'Se puso después de cambiar tu dirección de correo, y ese cambio se deshizo. Tu billetera firma sin que haya que desbloquearla antes.',
    },
    'wallet.created': {
      title: 'Tu billetera está sellada y tiene direcciones nuevas',
      text: 'A partir de ahora solo firma después de desbloquearla con su propio código o llave de acceso. Quien los pierde todos pierde la billetera. Lo que está en las direcciones antiguas sigue siendo tuyo: muévelo y da las direcciones nuevas a quienes te pagan.',
    },
    'wallet.chosen': {
      title: 'Tu billetera usa otras direcciones',
      text: 'Alguien con tu sesión iniciada cambió entre tu billetera anterior a la nueva frase de recuperación y la nueva. Lo que está en cualquiera de las direcciones sigue siendo tuyo.',
    },
    'wallet.imported': {
      title: 'Tu billetera usa direcciones importadas',
      text: 'Alguien con tu sesión importó una frase de recuperación o una clave privada. Lo que hay en tus direcciones anteriores sigue siendo tuyo: vuelve a ellas en la página de tu billetera. Si no fuiste tú, congela tu billetera y no envíes nada a las nuevas direcciones.',
    },
    'unlock.asked': {
      title: 'Un navegador nuevo pide desbloquear tu billetera',
      text: 'Confírmalo en 30 minutos en la página de tu billetera, en un navegador que uses desde hace más de un día.',
    },
    'unlock.approved': {
      title: 'Un navegador nuevo puede desbloquear tu billetera',
      text: 'Alguien lo confirmó en un navegador ya conocido. Todavía necesita tu código impreso o una llave de acceso.',
    },
    'transfer.held': {
      title: 'Una transferencia de tu billetera está retenida',
      text: 'Alguien con tu sesión iniciada aprobó una transferencia. Está retenida y puede hacerse después.',
    },
    'transfer.cancelled': {
      title: 'Se canceló una transferencia de tu billetera',
      text: 'No se envió nada. Se cerró la sesión en el navegador que pidió la transferencia.',
    },
    'limit.reached': {
      title: 'Tu billetera alcanzó su límite diario',
      text: 'Se rechazó una solicitud de enviar más de lo que tu billetera puede enviar en un día. No se envió nada.',
    },
    'permission.granted': {
      title: 'Una aplicación puede actuar por ti',
      text: 'Alguien con tu sesión iniciada permitió a esta aplicación gastar o llamar a contratos dentro de unos límites, sin volver a preguntar.',
    },
    'permission.revoked': {
      title: 'Se revocó un permiso de una aplicación',
      text: 'La aplicación ya no puede actuar por ti sin preguntar.',
    },
    'selfCustody.on': {
      title: 'Tu cuenta inteligente ahora pertenece a una llave de acceso',
      text: 'Alguien con tu sesión iniciada activó la autocustodia. Tu cuenta inteligente tiene una dirección nueva y solo una llave de acceso de tu billetera o el código de recuperación pueden enviar desde ella.',
    },
    'selfCustody.off': {
      title: 'Se desactivó la autocustodia de tu cuenta inteligente',
      text: 'Alguien con tu sesión iniciada desactivó la autocustodia. Tu billetera vuelve a usar la dirección anterior. Lo que hay en la otra dirección se queda allí y solo sus llaves de acceso y su código de recuperación pueden enviarlo.',
    },
    'selfCustody.changed': {
      title: 'Cambiaron los propietarios de tu cuenta inteligente',
      text: 'En una de las redes cambiaron las llaves de acceso que pueden enviar desde tu cuenta inteligente. Para ello se usó una de sus llaves de acceso o su código de recuperación. Si no fuiste tú, envía lo que hay en la cuenta a otra.',
    },
    'selfCustody.guarded': {
      title: 'Cambiaron los guardianes de tu cuenta inteligente',
      text: 'En una de las redes cambiaron las personas que juntas pueden dar un nuevo propietario a tu cuenta inteligente.',
    },
    'selfCustody.requested': {
      title: 'Tus guardianes quieren reemplazar al propietario de tu cuenta inteligente',
      text: 'Suficientes guardianes pidieron que otra llave de acceso se haga cargo de tu cuenta inteligente en una de las redes. Si no se lo pediste, cancélalo en la página de tu billetera antes de que termine el período de espera.',
    },
    'factor.added': {
      title: 'Tu billetera tiene un segundo factor',
      text: 'Alguien con tu sesión iniciada añadió un segundo factor. A partir de ahora, iniciar sesión en un navegador nuevo y los cambios importantes también requieren esa aplicación de autenticación o una llave de acceso.',
    },
    'factor.changed': {
      title: 'Se cambiaron tus segundos factores',
      text: 'Alguien con tu sesión iniciada activó o desactivó una aplicación de autenticación o las llaves de acceso, y lo confirmó con un segundo factor. Tu billetera sigue teniendo uno.',
    },
    'factor.removed': {
      title: 'Tu billetera ya no tiene segundo factor',
      text: 'Los navegadores nuevos inician sesión sin él, y las transferencias y los cambios ya no lo requieren.',
    },
    'factor.renewed': {
      title: 'Se reemplazaron tus códigos de respaldo',
      text: 'Los códigos anteriores ya no funcionan.',
    },
    'factor.limited': {
      title: 'Se cambió el límite de tu segundo factor',
      text: 'Alguien con tu sesión iniciada cambió cuánto envía tu billetera sin segundo factor.',
    },
    'factor.codeUsed': {
      title: 'Se usó un código de respaldo de tu billetera',
      text: 'Alguien lo usó en lugar de tu segundo factor. Funciona una sola vez. Crea otros en la página de tu billetera antes de que se agoten.',
    },
    'factor.refused': {
      title: 'Alguien intenta adivinar el código de tu segundo factor',
      text: 'Puede iniciar sesión como tú, pero no tiene tu segundo factor. Protege tu cuenta de correo o tu inicio de sesión. No se abrió ni se envió nada.',
    },
    'factor.lost': {
      title: 'Tu segundo factor se eliminará',
      text: 'Alguien que inició sesión como tú lo declaró perdido. Se elimina en 72 horas y sigue siendo necesario hasta entonces.',
    },
    'factor.kept': {
      title: 'Tu segundo factor se mantiene',
      text: 'No se eliminó: se canceló el aviso de pérdida.',
    },
    'factor.gone': {
      title: 'Tu segundo factor se eliminó',
      text: 'Se declaró perdido hace 72 horas. Los navegadores nuevos inician sesión sin él. Configura otro en la página de tu billetera.',
    },
    'devices.revoked': {
      title: 'Se cerró la sesión de todos los navegadores en tu billetera',
      text: 'Lo hizo el proveedor de la billetera. Cada navegador necesita un enlace por correo y un código para volver a iniciar sesión.',
    },
    'user.frozen': {
      title: 'El proveedor congeló tu billetera',
      text: 'No se firma, exporta ni cambia nada, y nadie puede iniciar sesión. Contacta con el soporte del proveedor de la billetera.',
    },
    'user.unfrozen': {
      title: 'El proveedor ya no mantiene congelada tu billetera',
      text: 'Puede volver a firmar.',
    },
    'wallet.frozen': {
      title: 'Tu billetera está congelada',
      text: 'No se firma, exporta ni cambia nada, y ningún navegador nuevo puede iniciar sesión. Termina después de 72 horas. Puedes terminarla antes en la página de tu billetera, en un navegador que se conocía un día antes.',
    },
    'wallet.unfrozen': {
      title: 'Tu billetera ya no está congelada',
      text: 'Puede volver a firmar.',
    },
  },
  acts: {
    revoke: {
      label: 'Cerrar la sesión de ese navegador',
      advice:
        'Si no fuiste tú, protege primero tu cuenta de correo o tu inicio de sesión y luego cierra la sesión de ese navegador.',
      question: '¿Cerrar la sesión de este navegador?',
      lead: 'Necesitará un enlace por correo y un código para volver a iniciar sesión.',
      done: 'Se cerró la sesión de ese navegador',
    },
    undo: {
      label: 'Deshacer este cambio',
      advice:
        'Si no fuiste tú, protege primero tu cuenta de correo y luego deshaz esto. Puedes hacerlo durante 72 horas.',
      question: '¿Deshacer el cambio de tu correo electrónico?',
      lead: 'Vuelves a iniciar sesión con este correo electrónico. Se cierra la sesión en todos los navegadores, y los que llegaron con el cambio ya no son conocidos.',
      done: 'Se deshizo el cambio',
    },
    cancel: {
      label: 'Cancelar la recuperación',
      advice: 'Si no fuiste tú, cancela la recuperación. Si fuiste tú, no hagas nada.',
      question: '¿Cancelar la recuperación?',
      lead: 'Tu billetera se queda con su correo electrónico. El código de recuperación usado ya no es válido: crea uno nuevo.',
      done: 'Se canceló la recuperación',
    },
    unlink: {
      label: 'Quitar ese inicio de sesión',
      advice: 'Si no fuiste tú, protege primero tu cuenta de correo y luego quita ese inicio de sesión.',
      question: '¿Quitar este inicio de sesión de tu billetera?',
      lead: 'Ya no abre tu billetera, y se cierra la sesión en los navegadores que lo usaban.',
      done: 'Se quitó ese inicio de sesión',
    },
    hold: {
      label: 'Cancelar la transferencia',
      advice:
        'Si no fuiste tú, cancela la transferencia. Si fuiste tú, no hagas nada y pídela de nuevo después de esa hora.',
      question: '¿Cancelar la transferencia?',
      lead: 'Las transferencias retenidas no se hacen nunca, y se cierra la sesión en el navegador que las pidió.',
      done: 'Se canceló la transferencia',
    },
    permission: {
      label: 'Revocar el permiso',
      advice: 'Si no fuiste tú, revoca el permiso.',
      question: '¿Revocar este permiso?',
      lead: 'La aplicación ya no puede actuar por ti sin preguntar. Lo que ya hizo se mantiene.',
      done: 'Se revocó el permiso',
    },
    seal: {
      label: 'Cancelar el sellado',
      advice:
        'Si no fuiste tú, cancélalo antes de que entre en vigor y luego protege tu cuenta de correo. Si fuiste tú, guarda bien el código impreso y no hagas nada.',
      question: '¿Cancelar el sellado de tu billetera?',
      lead: 'La billetera se queda como está: no hace falta ningún código impreso para usarla. Se cierra la sesión en el navegador que lo pidió.',
      done: 'Tu billetera se queda como está',
    },
    factor: {
      label: 'Eliminarlo',
      advice: 'Si no fuiste tú, elimina el segundo factor. Puedes hacerlo durante 72 horas.',
      question: '¿Eliminar el segundo factor?',
      lead: 'Ya no hace falta para usar tu billetera. Se cierra la sesión en el navegador que lo añadió.',
      done: 'El segundo factor se eliminó',
    },
    keep: {
      label: 'Mantener mi segundo factor',
      advice:
        'Si no fuiste tú, mantenlo y luego protege tu cuenta de correo o tu inicio de sesión. Si fuiste tú, no hagas nada.',
      question: '¿Mantener tu segundo factor?',
      lead: 'No se elimina. Se cierra la sesión en el navegador que lo declaró perdido.',
      done: 'Tu segundo factor se mantiene',
    },
    freeze: {
      label: 'Congelar mi billetera',
      advice: 'Si no fuiste tú, congela tu billetera.',
      question: '¿Congelar tu billetera?',
      lead: 'Durante 72 horas no se firma, exporta ni cambia nada, y ningún navegador nuevo puede iniciar sesión. Puedes terminarlo antes en la página de tu billetera, en un navegador que se conocía un día antes.',
      done: 'Tu billetera está congelada',
    },
  },
  emailLogin: 'Correo electrónico',
  passkeyLogin: 'Llave de acceso',
  wallet: 'La página de tu billetera: navegadores, inicios de sesión y avisos',
  page: {
    gone: 'Este enlace ya no es válido',
    goneLead: 'Ya se usó o caducó.',
    next: 'Si no lo iniciaste tú, protege también tu cuenta de correo.',
    wasYou: 'Si fuiste tú, cierra esta página: no cambia nada.',
  },
}
