import type { Status, StoredLanguage } from '#db/schema.ts';

interface SampleEnquiry {
  hoursAgo: number;
  full_name: string;
  email: string;
  phone?: string;
  company?: string;
  project: 'Private House' | 'Office Spaces' | 'Public Buildings' | 'Exhibition Booths';
  message: string;
  status?: Status;
  verified?: 0 | 1;
  about_project?: string;
  language?: StoredLanguage;
  note?: string;
}

export const eleni = {
  hoursAgo: 1,
  full_name: 'Eleni Papadaki',
  email: 'eleni@mail.example',
  phone: '+30 210 000 0001',
  company: 'Practice (sample)',
  project: 'Office Spaces',
  message:
    'We are fitting out a practice and need a reception desk in oak, four metres long, and two wardrobes.\nThe drawings are ready. Could somebody come and measure in the second week of December?',
} satisfies SampleEnquiry;

export const sampleEnquiries: SampleEnquiry[] = [
  eleni,
  {
    hoursAgo: 5,
    full_name: 'Νίκος Αθανασίου',
    email: 'n.athanasiou@grafeio.example',
    phone: '+30 690 000 0002',
    company: 'Αρχιτεκτονικό Γραφείο Αθανασίου',
    project: 'Office Spaces',
    message:
      'Καλησπέρα σας,\nψάχνουμε συνεργάτη για γραφεία 600 τ.μ. στην Αθήνα: υποδοχή, επενδύσεις τοίχων και 14 εσωτερικές πόρτες από δρυ.\nΜπορούμε να στείλουμε σχέδια.',
    about_project: 'roche',
    language: 'el',
  },
  {
    hoursAgo: 26,
    full_name: 'Sample Museum of the Olive',
    email: 'office@museum.example',
    company: 'Museum (sample)',
    project: 'Public Buildings',
    message:
      'Eight benches for the exhibition rooms, 2.4 m, and a ticket desk that can be reached from a wheelchair.',
    verified: 0,
  },
  {
    hoursAgo: 30,
    full_name: 'Wolfeschlegelsteinhausenbergerdorff-Papadiamantopoulou, Maria-Alexandra von und zu',
    email:
      'maria-alexandra.wolfeschlegelsteinhausenbergerdorff@a-rather-long-domain-name.mail.example',
    phone: '+30 (2810) 000-003',
    company: 'Gesellschaft für internationale Messearchitektur und temporäre Bauten mbH',
    project: 'Exhibition Booths',
    message: 'Stand of 54 m² for a fair in Thessaloniki, three open sides; it should travel twice.',
  },
  {
    hoursAgo: 120,
    full_name: 'Thomas Karras',
    email: 'thomas@karras.example',
    phone: '210 0000004',
    project: 'Private House',
    message: 'I wrote last week about a library wall, 3.40 m high, and would still like an offer.',
  },
  {
    hoursAgo: 50,
    full_name: 'ليلى حداد',
    email: 'layla@studio.example',
    phone: '+357 22 000005',
    company: 'استوديو حداد',
    project: 'Office Spaces',
    message: 'نحتاج إلى مكتب استقبال وخزائن من خشب الجوز لمكتبنا الجديد.',
    status: 'in_progress',
    note: 'Answered in English; she will send the plan by Friday.',
  },
  {
    hoursAgo: 74,
    full_name: 'Jo 🪵 Sample',
    email: 'jo+wood@mail.example',
    project: 'Private House',
    message:
      'Love your work 😍🌳\n\nA round table for 10, Ø 1.80 m; walnut or oak? Budget ≈ 4.000 €',
    status: 'in_progress',
  },
  {
    hoursAgo: 98,
    full_name: '<script>alert("name")</script>',
    email: 'x"onmouseover=alert(1)@evil.example',
    phone: '=2+5',
    company: '"><img src=x onerror=alert(1)>',
    project: 'Office Spaces',
    message:
      '=HYPERLINK("http://evil.example";"click")\n<iframe src="javascript:alert(1)"></iframe>\n[link](javascript:alert(1)) {{7*7}} ${7*7}',
    verified: 0,
    status: 'completed',
    note: '<b>Spam</b>, nothing to answer.',
  },
  {
    hoursAgo: 146,
    full_name: 'Anna Demo',
    email: 'anna@hotel.example',
    phone: '+30 210 000 0006',
    company: 'Hotel (sample)',
    project: 'Public Buildings',
    message: '42 rooms: headboards, wardrobes and desks. Please send references.',
    status: 'in_progress',
    about_project: 'navarino',
    note: 'Offer promised for the 27th.\nAsk the workshop about veneer.',
  },
  {
    hoursAgo: 170,
    full_name: 'Πηνελόπη Οικονόμου-Καραγιαννοπούλου',
    email: 'pinelopi@mail.example',
    phone: '+30 690 000 0007',
    project: 'Private House',
    message: 'Κουζίνα και ντουλάπες για διαμέρισμα 95 τ.μ. στο κέντρο. Θέλουμε δρυ με λάδι.',
    status: 'completed',
    note: 'Παραγγελία έκλεισε.',
  },
  {
    hoursAgo: 200,
    full_name: 'O’Brien & Søn',
    email: "o'brien@build.example",
    phone: '+44 20 0000 0008',
    company: 'Build; Test, "S.A."',
    project: 'Office Spaces',
    message: 'Doors and frames for four floors, 96 pieces; RAL 7044 and oak veneer mixed.',
    status: 'completed',
  },
  {
    hoursAgo: 260,
    full_name: 'Al',
    email: 'a@b.example',
    project: 'Public Buildings',
    message: '',
    status: 'completed',
  },
];
