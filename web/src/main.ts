import { alone } from '$host';
import { mount } from 'svelte';
import App from './App.svelte';
import { keepSeats } from './lib/keys';
import './lib/theme/theme.css';

// A battle in one file opens at once.
const battle = document.getElementById('tape')?.dataset['battle'];
if (battle) {
  keepSeats(decodeURIComponent(battle), [{ side: null, token: 'tape' }]);
  if (!location.hash) location.hash = `/replay/${battle}`;
}

const target = document.getElementById('app');
if (target) mount(App, { target });

// Where the page is a secure one (this machine, or https), it opens again without the table: the rules, the user's
// units and the last situation stay readable. In a club's plain network the open page has to do.
if (import.meta.env.PROD && !battle && isSecureContext && 'serviceWorker' in navigator) {
  navigator.serviceWorker
    .register(alone ? './sw.js' : '/sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then((ready) => {
      const tell = () => ready.active?.postMessage(performance.getEntriesByType('resource').map((entry) => entry.name));
      tell();
      // Parts of the client that are loaded later are cached too.
      setTimeout(tell, 4000);
    })
    .catch(() => undefined);
}
