// Words and sequences that guessing programs try first, lower case, whole or with digits and signs
// around them. Of seven characters or fewer too: "Summer2024!" is such a word with decoration.
const WORDS = `
password passwort passw0rd p@ssw0rd p@ssword pa55word pa55w0rd passphrase passcode wordpass
password1 password12 password123 password1234 mypassword thepassword newpassword oldpassword
admin administrator root toor superuser user guest test tester testing test123 demo sample example
login logon signin welcome welcome1 letmein letmein1 letmeinplease opensesame changeme changeit
change change-me default secret secrets supersecret topsecret private access accessdenied master
masterkey system manager office company business desk enquiry dashboard website server database
qwerty qwertz azerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwertyqwerty asdf
asdfg asdfgh asdfghjk asdfghjkl asdfasdf zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc qazxsw wsxedc
1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 q1w2e3 q1w2e3r4
q1w2e3r4t5 qweasd qweasdzxc qweqweqwe qwe123 qwe123qwe asd123 zxc123 poiuytrewq lkjhgfdsa mnbvcxz
12345678 123456789 1234567890 0123456789 87654321 987654321 9876543210 0987654321 11111111
111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666
77777777 88888888 99999999 12341234 123123123 123321123 12344321 11223344 1122334455 112233445566
11112222 12121212 10101010 13131313 69696969 123454321 147258369 159753258 963852741 741852963
789456123 147852369 159357456 31415926 27182818 20202020 20232023 20242024 20252025 20262026
01234567 12345679 123456780 123456788 1234567891 12345678910 123456781 a1234567 a12345678
a123456789 aa123456 aa12345678 abc12345 abc123456 abcd1234 abcd12345 abcde123 abcdef12 1234abcd
123abc123 1a2b3c4d a1b2c3d4 a1s2d3f4 abcdefg abcdefgh abcdefghi abcdefghij abcabcabc aaaaaaaa
bbbbbbbb xxxxxxxx zzzzzzzz aaaabbbb abababab
iloveyou iloveyou1 iloveyou2 ilovegod ilovejesus iloveme iloveu imissyou loveyou lovely lovelove
loveme love sweetheart darling babygirl babyboy baby honey princess prince queen king angel angels
sunshine sunflower moonlight starlight rainbow butterfly flower flowers blossom summer winter spring
autumn january february march april june july august september october november december monday
tuesday wednesday thursday friday saturday sunday birthday christmas holiday vacation weekend
football baseball basketball softball hockey soccer tennis cricket rugby volleyball swimming running
soccer1 football1 baseball1 liverpool arsenal chelsea manchester united barcelona realmadrid juventus
milan panathinaikos olympiakos olympiacos paok aek panionios gate7 gate13 gate4 thyra7 thyra13
superman batman spiderman ironman captain wolverine hulk avengers starwars startrek skywalker yoda
gandalf frodo hobbit harrypotter hogwarts pokemon pikachu charizard naruto sasuke dragonball goku
minecraft fortnite callofduty counterstrike warcraft worldofwarcraft zelda mario nintendo playstation
xbox gameboy gamer game games player poker casino jackpot lucky number
monkey dragon tiger lion bear wolf eagle falcon hawk panther leopard jaguar cheetah elephant giraffe
zebra horse pony unicorn dolphin shark whale turtle rabbit bunny kitten kitty hellokitty cat cats
puppy doggy dog dogs bulldog shepherd animal animals chicken turkey duck
michael michelle jennifer jessica ashley amanda matthew joshua andrew daniel david robert william
james john joseph thomas charles christopher anthony nicholas alexander alexandra alexandros victoria
elizabeth margaret maria mary anna emma olivia sophia isabella charlotte george giorgos kostas nikos
yannis giannis dimitris dimitrios vasilis panagiotis christos spyros thanasis manolis stavros petros
pavlos katerina eleni georgia dimitra sofia ioanna vasiliki angeliki konstantinos konstantina
nikolaos ioannis evangelos jordan hunter harley jasmine samantha nicole stephanie brandon justin tyler
austin dakota cheyenne morgan taylor madison hannah melissa patrick benjamin jonathan richard
computer internet laptop keyboard monitor mouse windows microsoft apple macintosh macbook iphone ipad
samsung galaxy android google facebook instagram twitter linkedin youtube whatsapp amazon netflix
spotify adobe oracle cisco linux ubuntu debian docker kubernetes github javascript python java
mercedes ferrari porsche lamborghini bmw audi toyota honda nissan yamaha suzuki kawasaki ducati
harleydavidson mustang corvette camaro chevrolet ford subaru mazda volkswagen
chocolate cookie cookies cookie1 coffee banana orange cherry strawberry pineapple watermelon peaches
pumpkin cheese butter pepper ginger vanilla whiskey vodka heineken corona guinness budweiser
freedom liberty justice peace harmony heaven hell jesus christ jesuschrist godisgood blessed blessing
faith hope grace trustno1 trustnoone nopassword nothing whatever whoknows blahblah fuckyou fuckoff
asshole bitch bullshit shithead motherfucker fucker pussy killer killers assassin shadow shadow1
phantom ghost demon devil satan lucifer vampire zombie skull
hello hello123 helloworld hellohello goodbye goodmorning goodluck thankyou please sorry happy smile
happiness forever together friends friend family mother father mommy daddy mama papa brother sister
grandma grandpa mylove mylife myspace
athens athina thessaloniki patras piraeus heraklion rhodes corfu santorini mykonos greece ellada
hellas greek kalimera kalispera agapi sagapo panagia theos thalassa ouranos ilios kodikos kwdikos
london paris berlin madrid rome italy spain france germany america canada australia california texas
newyork chicago boston hollywood florida
wood timber oak walnut furniture kitchen carpenter carpentry joiner factory workshop sawdust hammer
green blue red black white purple yellow silver golden diamond crystal pearl platinum titanium
mexico brazil ronaldo messi neymar maradona pele beckham federer nadal schumacher
security secure safety defense pentagon police fireman soldier marine army navy airforce
matrix neo trinity morpheus terminator rambo rocky titanic avatar inception gladiator spartan sparta
alexander1 achilles hercules zeus apollo athena poseidon hades ares hermes artemis aphrodite dionysos
metallica nirvana slipknot beatles rollingstones eminem tupac rihanna beyonce shakira madonna
biteme blink182 bubbles buster buttercup chester cowboy cowboys crazy creative dallas eagles energy
explorer fireball fishing flying garfield genesis gibson goldfish hotdog ihateyou jackson johnny
junior ladybug lakers lollipop magic maverick maxwell merlin midnight miller money mountain music
natasha ncc1701 newcastle nissan1 ocean online packers pacific pass1234 peanut penguin phoenix
pictures popcorn pretty princess1 rabbit1 racing raiders redsox rockstar sailing samson scooter
scorpion seahorse sebastian serenity simple skater slayer smokey snoopy snowball snowman spider
steelers sterling stupid success sweetpea sweety teacher thunder tigger tinkerbell toyota1 turtle1
viking warrior welcome123 whatever1 wizard yankees yellow1 zxcvbnm1
`;

/** What is refused too with digits and signs around it: words, names and rows of keys. */
export const GUESSABLE_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
